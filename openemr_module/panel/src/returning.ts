/** Somebody comes back to a page that was out of sight: whose it is may have changed meanwhile. */

/** Several signs of one return come together. */
const AT_MOST_EVERY_MS = 1000;

/**
 * Tells of each return: the browser's tab or window comes to the front, or OpenEMR shows the frame that it had hidden.
 * A page that the browser kept alive behind another one is loaded anew instead.
 */
export function onReturn(root: HTMLElement, look: () => void): void {
  let last = Date.now();
  const returned = (): void => {
    if (document.visibilityState !== "visible" || Date.now() - last < AT_MOST_EVERY_MS) return;
    last = Date.now();
    look();
  };
  document.addEventListener("visibilitychange", returned);
  window.addEventListener("focus", returned);
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) window.location.reload();
  });
  if (typeof IntersectionObserver === "undefined") return;
  let wasSeen = true;
  new IntersectionObserver(([entry]) => {
    const isSeen = entry?.isIntersecting ?? true;
    if (isSeen && !wasSeen) returned();
    wasSeen = isSeen;
  }).observe(root);
}
