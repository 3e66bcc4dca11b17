// The types of the bundle of Preact, htm and hooks that the build embeds as preact.js.

export interface VNode {
  readonly type: unknown;
  readonly key: unknown;
}

/** Returns the elements of a template. */
export function html(strings: TemplateStringsArray, ...values: readonly unknown[]): VNode | VNode[];

/** Draws into an element. */
export function render(node: VNode | VNode[], parent: Element): void;

export function useState<State>(initial: State): [State, (next: State | ((before: State) => State)) => void];
export function useRef<Value>(initial: Value): { current: Value };
export function useEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useLayoutEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
