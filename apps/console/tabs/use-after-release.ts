import { useRef } from 'react'

const SECOND_BUTTON = 2

/** Calls back at the next release of a pointer, wherever it is. */
function onRelease(run: () => void): void {
  const done = new AbortController()
  const release = (): void => {
    done.abort()
    run()
  }
  for (const name of ['pointerup', 'pointercancel']) window.addEventListener(name, release, { signal: done.signal })
}

/**
 * Runs what a context menu asks for once its button is released. Linux asks on the press, and the release outside of a menu
 * that is open by then closes it again; Windows asks after the release, and nothing waits.
 */
export function useAfterRelease() {
  const isPressed = useRef(false)
  return {
    press({ button }: { readonly button: number }): void {
      if (button !== SECOND_BUTTON) return
      isPressed.current = true
      onRelease(() => {
        isPressed.current = false
      })
    },
    run(show: () => void): void {
      // The browser closes menus during the release itself: this one opens in a task after it.
      if (isPressed.current) onRelease(() => setTimeout(show))
      else show()
    },
  }
}
