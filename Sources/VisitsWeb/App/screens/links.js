// Addresses that open other apps: the phone, maps, a video call.

/** @param {string} number As it is written: "780 555 0142". */
export function telephone(number) {
  return `tel:${number.replace(/[^\d+*#,;]/g, '')}`;
}

/** @param {string} address */
export function map(address) {
  const query = encodeURIComponent(address);
  // Android's chooser of map apps takes geo:, an iPhone opens its own app for Apple's address.
  return /iPhone|iPad|Macintosh/.test(navigator.userAgent)
    ? `https://maps.apple.com/?q=${query}`
    : /Android/.test(navigator.userAgent) ? `geo:0,0?q=${query}` : `https://www.openstreetmap.org/search?query=${query}`;
}

/**
 * Returns the address of a call, if it is of a kind that is safe to open.
 * @param {string | undefined} link
 */
export function safe(link) {
  return link && /^(https|tel):/i.test(link) ? link : undefined;
}
