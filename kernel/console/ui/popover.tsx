import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { hasOpenChoices } from './open-choices.ts'
import './popover.css'

export interface PopoverHandle {
  readonly close: () => void
}

interface PopoverProps {
  /** Draws the button with the props that open and announce the panel. */
  button: (props: PopoverButtonProps) => ReactElement
  children: (handle: PopoverHandle) => ReactNode
  /** Role of the panel. */
  kind?: 'dialog' | 'menu'
  label: string
  align?: 'start' | 'end'
  width?: number
  onClose?: () => void
  /** Opens at its first render, because its button has just been pressed. */
  isOpen?: boolean
}

export interface PopoverButtonProps {
  ref: (element: HTMLElement | null) => void
  onClick: () => void
  'aria-expanded': boolean
  'aria-haspopup': 'dialog' | 'menu'
  'aria-controls': string | undefined
}

const GAP = 4
const MARGIN = 8
/**
 * Opacity instead of `visibility`: a hidden element takes no focus, and buttons with a transition would stay hidden for longer.
 */
const UNPLACED: CSSProperties = { opacity: 0 }

/** Returns the place of the panel: below the button, above when there is no room, always inside the window. */
export function placeOf(
  button: { left: number; right: number; top: number; bottom: number },
  panel: { width: number; height: number },
  view: { width: number; height: number },
  align: 'start' | 'end',
): { left: number; top: number; maxHeight: number } {
  const wanted = align === 'start' ? button.left : button.right - panel.width
  const left = Math.max(MARGIN, Math.min(wanted, view.width - panel.width - MARGIN))
  const below = view.height - button.bottom - GAP - MARGIN
  const above = button.top - GAP - MARGIN
  const isBelow = panel.height <= below || below >= above
  const maxHeight = Math.max(120, isBelow ? below : above)
  const top = isBelow ? button.bottom + GAP : Math.max(MARGIN, button.top - GAP - Math.min(panel.height, maxHeight))
  return { left, top, maxHeight }
}

/**
 * Draws a panel in the browser's top layer. It needs no portal, closes on Escape and on a click elsewhere, and returns the focus.
 * Pickers inside must put their own popups into the panel (`getPopupContainer`), or they end up behind it.
 */
export function Popover({
  button,
  children,
  kind = 'dialog',
  label,
  align = 'start',
  width,
  onClose,
  isOpen = false,
}: PopoverProps) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  // React detaches and reattaches the element when its tab is hidden and shown, which must not cause a render.
  const keepAnchor = useCallback((element: HTMLElement | null): void => {
    if (element) setAnchor(element)
  }, [])
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(isOpen)
  const [style, setStyle] = useState<CSSProperties>(UNPLACED)

  const close = useCallback(() => {
    setOpen(false)
    setStyle(UNPLACED)
    anchor?.focus()
    onClose?.()
  }, [anchor, onClose])

  const place = useCallback(() => {
    if (!anchor || !panel.current) return
    const { left, top, maxHeight } = placeOf(
      anchor.getBoundingClientRect(),
      { width: panel.current.offsetWidth, height: panel.current.scrollHeight },
      { width: document.documentElement.clientWidth, height: window.innerHeight },
      align,
    )
    setStyle({ left, top, maxHeight })
  }, [anchor, align])

  useLayoutEffect(() => {
    const element = panel.current
    if (!open || !element) return
    element.showPopover()
    place()
    const watcher = new ResizeObserver(place)
    watcher.observe(element)
    window.addEventListener('resize', place)
    return () => {
      watcher.disconnect()
      window.removeEventListener('resize', place)
    }
  }, [open, place])

  useEffect(() => {
    if (!open) return
    panel.current
      ?.querySelector<HTMLElement>('[data-autofocus],[role="menuitem"],input,button,select,a[href]')
      ?.focus({ preventScroll: true })
  }, [open])

  // The browser has closed it, by Escape or by a click elsewhere; the click's own focus is kept.
  const onToggle = (event: { newState: string }): void => {
    if (event.newState !== 'closed' || !open) return
    const active = document.activeElement
    const isLost = active === document.body || (panel.current?.contains(active) ?? false)
    setOpen(false)
    setStyle(UNPLACED)
    if (isLost) anchor?.focus()
    onClose?.()
  }

  return (
    <>
      {button({
        ref: keepAnchor,
        onClick: () => (open ? close() : setOpen(true)),
        'aria-expanded': open,
        'aria-haspopup': kind,
        'aria-controls': open ? id : undefined,
      })}
      {open && (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its role is `kind`, dialog or menu
        <div
          ref={panel}
          id={id}
          popover="auto"
          role={kind}
          aria-label={label}
          tabIndex={-1}
          className="w-popover"
          style={{ ...style, width }}
          onToggle={onToggle}
          onKeyDown={kind === 'menu' ? moveInMenu : undefined}
          // The first Escape closes an open calendar, the second the panel.
          onKeyDownCapture={event => {
            if (event.key === 'Escape' && hasOpenChoices(panel.current)) event.preventDefault()
          }}
        >
          {children({ close })}
        </div>
      )}
    </>
  )
}

/** Moves the focus between the items of a menu by the arrow keys, Home and End (APG "menu button"). */
export function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])')]
  const at = items.findIndex(item => item === document.activeElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
  if (to === undefined || items.length === 0) return
  event.preventDefault()
  items[(to + items.length) % items.length]?.focus()
}
