/** Returns the faults of the page's layout: sideways scrolling, and texts and controls that cover each other. */
function findLayoutFaults() {
  // In narrow windows, table headers are only for screen readers.
  const isClipped = (element) => element !== null && getComputedStyle(element).clipPath !== 'none'
  const { scrollWidth, clientWidth } = document.documentElement
  const wide = scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide in a window of ${clientWidth}`] : []
  const shown = [
    ...document.querySelectorAll('main :is(h1, h2, h3, p, a, button, input, select, td, th, dt, dd, label)'),
  ]
    .filter(
      (element) =>
        element.checkVisibility() &&
        !element.closest('.unseen, dialog, [popover], details:not([open])') &&
        !isClipped(element.closest('thead')),
    )
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1 && box.height > 1)
  const covered = shown.flatMap(({ element, box }, index) =>
    shown.slice(index + 1).flatMap((other) => {
      const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
      const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
      if (across <= 2 || down <= 2) return []
      if (element.contains(other.element) || other.element.contains(element)) return []
      return [
        `${element.tagName} “${element.textContent}” covers ${other.element.tagName} “${other.element.textContent}”`,
      ]
    }),
  )
  return [...wide, ...covered.slice(0, 5)]
}

findLayoutFaults()
