// Addresses that open other apps: the phone, maps, a video call.

/** @param {string} number As it is written: "780 555 0142". */
export function telephone(number) {
  return `tel:${number.replace(/[^\d+*#,;]/g, '')}`;
}

/**
 * Returns the address of a place: on Android its chooser of map apps takes it, on an iPhone its own app.
 * @param {string} address
 */
export function map(address) {
  const query = encodeURIComponent(address);
  const { userAgent } = navigator;
  if (/Android/.test(userAgent)) return `geo:0,0?q=${query}`;
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return `https://maps.apple.com/?q=${query}`;
  return `https://www.openstreetmap.org/search?query=${query}`;
}

/**
 * Returns the address of a call, if it is of a kind that is safe to open.
 * @param {string | undefined} link
 */
export function safe(link) {
  return link && /^(https|tel):/i.test(link) ? link : undefined;
}
