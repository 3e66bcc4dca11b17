// What the app says by itself: toasts, and announcements for screen readers.

/** Seed 002: the toast leaves after 3 seconds. With Undo it stays as long as the change waits. */
const TOAST = 3_000;
const TOAST_WITH_UNDO = 5_000;
/** An announcement is old after this time, in milliseconds; a screen reader that comes to it later must not read it. */
const ANNOUNCEMENT = 5_000;

/** @param {import('./store.js').Store<import('./app.js').AppState>} store */
export function createNotices(store) {
  let toasts = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let announced;

  return {
    /** @param {string} text @param {string | null} [undo] The key of a change that can be undone. */
    showToast(text, undo = null) {
      const id = ++toasts;
      store.set({ toast: { id, text, undo, shownAt: Date.now() } });
      const leave = (/** @type {boolean} */ isOver) => {
        const { toast } = store.get();
        if (toast?.id === id && (isOver || !toast.undo)) store.set({ toast: null });
      };
      setTimeout(leave, TOAST, false);
      setTimeout(leave, TOAST_WITH_UNDO, true);
    },

    /**
     * Returns the toast as it is now: what is sent cannot be undone, and what was undone has no toast.
     * @param {import('./rows.js').Row[]} rows
     */
    toastWith(rows) {
      const { toast } = store.get();
      if (!toast?.undo) return toast;
      const row = rows.find(({ requestId }) => requestId === toast.undo);
      if (row?.state === 'waiting') return toast;
      // A toast beside "Not accepted" would say the opposite.
      const isTrue = row?.state === 'sending' || row?.state === 'done';
      return isTrue && Date.now() - toast.shownAt < TOAST ? { ...toast, undo: null } : null;
    },

    /** @param {string} text For screen readers. */
    announce(text) {
      clearTimeout(announced);
      announced = setTimeout(() => store.set({ announcement: '' }), ANNOUNCEMENT);
      store.set({ announcement: text });
    },
  };
}
