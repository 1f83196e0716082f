"""What is watched in every page a visitor opens, frame by frame, until it is left.

What is wrong goes to the console, where nothing may stand in the end. `window.shifts` is how the
layout shifted, `window.heard` what a screen reader was given to say.
"""

from typing import Final

WATCH: Final = """(() => {
  const told = new Set()
  const complain = (what) => told.has(what) || (told.add(what), console.error(what))

  addEventListener('securitypolicyviolation', (event) =>
    complain(`CSP: ${event.violatedDirective} ${event.blockedURI}`))

  // Cubes that come to a quay and leave it lie in another place than before, and so do the piles:
  // that is the game. When what they lie on moves, it is that which shifts.
  window.shifts = []
  const isPiece = ({ node }) => node?.parentElement?.closest('.quay, .piles')
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries())
      if (!shift.hadRecentInput && !(shift.sources.length && shift.sources.every(isPiece)))
        window.shifts.push([shift.value, shift.startTime,
          ...shift.sources.map(({ node, previousRect, currentRect }) =>
            `${node?.nodeName}.${node?.className} in ${node?.parentElement?.className}: ` +
            JSON.stringify([previousRect, currentRect]))])
  }).observe({ type: 'layout-shift', buffered: true })

  // Who came somewhere by keyboard stays somewhere: while it is theirs to decide, not on <body>.
  let byKeys = false, held = false
  addEventListener('keydown', () => (byKeys = true), true)
  addEventListener('pointerdown', () => (byKeys = held = false), true)
  addEventListener('focusin', () => (held = byKeys), true)
  function holds() {
    const asked = document.querySelector('[data-ask]')?.dataset.ask
    if (asked && held && document.activeElement === document.body) complain(`focus lost: ${asked}`)
  }

  // Nothing is ever wider than the screen. A phone shows all of a page that is, only smaller.
  function fits() {
    const { scrollWidth } = document.documentElement
    const width = Math.min(innerWidth, screen.width)
    if (scrollWidth > width) complain(`the page is ${scrollWidth} wide on ${width}`)
  }

  // A screen reader says what was not yet there in the frame before. What a live region brings
  // along when it comes it may pass over, and behind a dialog everything.
  window.heard = []
  const known = new WeakMap()
  const LIVE = '[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], [role=log]'
  function listen() {
    const dialog = document.querySelector('dialog:modal')
    for (const region of document.querySelectorAll(LIVE)) {
      const silent = region.closest('[inert]') || (dialog && !dialog.contains(region))
      const came = !known.has(region)
      known.set(region, '')
      for (const part of region.childNodes) {
        const text = part.textContent.trim()
        if (known.get(part) === text) continue
        known.set(part, text)
        if (text && !came && !silent) window.heard.push(text)
      }
    }
  }

  function look() {
    requestAnimationFrame(look)
    if (!document.body || location.protocol === 'about:') return
    holds()
    fits()
    listen()
  }
  look()
})()
"""

# What glows and cannot be met by a finger, even when scrolled to.
OUT_OF_REACH: Final = """() => {
  const found = []
  const [x0, y0] = [scrollX, scrollY]
  for (const thing of document.querySelectorAll('[data-glow], [data-pair], [data-mix]')) {
    if (thing.closest('[inert]')) continue
    thing.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const { left, top, width, height } = thing.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    if (!thing.contains(hit))
      found.push(`${thing.ariaLabel || thing.textContent.trim()}: ${hit?.outerHTML.slice(0, 120)}`)
  }
  scrollTo(x0, y0)
  return found
}"""
