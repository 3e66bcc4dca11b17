// The emergency sheet: the numbers to call. The button that alerts the office comes later.

import { Sheet } from '../parts/sheet.js';
import { html } from '../preact.js';
import { say } from '../words/words.js';
import { telephone } from './links.js';

/**
 * @param {object} props
 * @param {import('../api.js').DeviceMe} props.me
 * @param {boolean} props.isClosing
 * @param {() => void} props.close
 * @param {() => void} props.closed
 */
export function Emergency({ me, isClosing, close, closed }) {
  const number = me.emergencyNumber;
  return html`<${Sheet} title=${say('emergency.title')} closeLabel=${say('close')} isClosing=${isClosing} close=${close}
    closed=${closed}>
    <p class="emergency-text">${say('emergency.text', { number })}</p>
    <div class="emergency-actions">
      <a class="button button-red" href=${telephone(number)}>${say('emergency.call', { number })}</a>
      ${me.officePhone && html`<a class="button button-grey" href=${telephone(me.officePhone)}
        >${say('office.callNumber', { number: me.officePhone })}</a>`}
    </div>
  </${Sheet}>`;
}
