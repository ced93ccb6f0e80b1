/**
 * Makes React put this element away, and bring it back, by an attribute. React hides what an `Activity` hides by
 * `display: none` on its outermost elements, and with that the browser forgets every style and place inside: bringing a
 * list of fifty rows back meant working all of them out again, half the time of a switch of tabs. Under
 * `content-visibility: hidden` (shell.css) they are kept. React takes the way through the element's own `style`.
 *
 * A page that is put away before it was ever shown is hidden React's way, until it is shown for the first time.
 */
export function hideInPlace(element: HTMLElement): void {
  if (Object.hasOwn(element, 'style')) return
  const show = (display: string): void => {
    element.toggleAttribute('data-away', display === 'none')
  }
  Object.defineProperty(element, 'style', {
    value: {
      setProperty: (property: string, value: string): void => {
        if (property === 'display') show(value)
      },
      set display(value: string) {
        show(value)
      },
    },
  })
}
