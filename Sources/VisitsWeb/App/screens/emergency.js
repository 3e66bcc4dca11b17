// The emergency sheet: the numbers to call. The button that alerts the office comes later.

import { Sheet } from '../parts/sheet.js';
import { html } from '../preact.js';
import { say } from '../words/words.js';
import { telephone } from './links.js';

/**
 * @param {object} props
 * @param {import('../api.js').DeviceMe} props.me
 * @param {string} props.announcement
 * @param {import('./use-sheet.js').SheetState} props.sheet
 */
export function Emergency({ me, announcement, sheet }) {
  const number = me.emergencyNumber;
  return html`<${Sheet} title=${say('emergency.title')} closeLabel=${say('close')} isClosing=${sheet.isClosing}
    announcement=${announcement} close=${sheet.close} closed=${sheet.closed}>
    <p class="emergency-text">${say('emergency.text', { number })}</p>
    <div class="emergency-actions">
      <a class="button button-red" href=${telephone(number)}>${say('emergency.call', { number })}</a>
      ${me.officePhone && html`<a class="button button-grey" href=${telephone(me.officePhone)}
        >${say('office.callNumber', { number: me.officePhone })}</a>`}
    </div>
  </${Sheet}>`;
}
