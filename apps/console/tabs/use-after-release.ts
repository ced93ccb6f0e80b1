import { useRef } from 'react'

const SECOND_BUTTON = 2

/** Calls back at the next release of a pointer, anywhere. */
function onRelease(run: () => void): void {
  const done = new AbortController()
  const release = (): void => {
    done.abort()
    run()
  }
  for (const name of ['pointerup', 'pointercancel']) window.addEventListener(name, release, { signal: done.signal })
}

/**
 * Opens a context menu once its button is released. Linux requests the menu on the press, and the release outside an open menu
 * would close it again; Windows requests it after the release, so nothing waits.
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
      // The browser closes menus during the release, so this one opens in a later task.
      if (isPressed.current) onRelease(() => setTimeout(show))
      else show()
    },
  }
}
