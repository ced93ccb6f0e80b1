import { keep } from '@wattyard/console-kit'
import { create } from 'zustand'

/** Contract §4: mobile when the page width minus 3 is below 1024 px. */
export const MOBILE_BREAKPOINT = 1024
export const WIDTH_CORRECTION = 3

export function isMobileWidth(width: number): boolean {
  return width - WIDTH_CORRECTION < MOBILE_BREAKPOINT
}

export interface Layout {
  readonly mobile: boolean
  /** Whether the sidebar is unfolded on a desktop. */
  readonly opened: boolean
  /** Whether the sidebar covers the page on a phone; closed at the start. */
  readonly overlay: boolean
  /** Whether the next change is shown without animation. */
  readonly withoutAnimation: boolean
}

/**
 * Returns the layout after a change of the window's width. Turning mobile closes the overlay without animation; the desktop state
 * stays.
 */
export function atWidth(layout: Layout, width: number): Layout {
  const mobile = isMobileWidth(width)
  if (mobile === layout.mobile) return layout
  return { ...layout, mobile, overlay: false, withoutAnimation: mobile }
}

/** Returns the layout after a menu entry was followed: on a phone an open sidebar closes, with animation. */
export function atRouteChange(layout: Layout): Layout {
  return layout.mobile && layout.overlay ? { ...layout, overlay: false, withoutAnimation: false } : layout
}

export function toggled(layout: Layout): Layout {
  return layout.mobile
    ? { ...layout, overlay: !layout.overlay, withoutAnimation: false }
    : { ...layout, opened: !layout.opened, withoutAnimation: false }
}

const STORE_KEY = 'wattyard.sidebar'
const widthNow = (): number =>
  typeof document === 'undefined' ? 1440 : document.documentElement.getBoundingClientRect().width

export const useLayout = create<Layout>()(() => ({
  mobile: isMobileWidth(widthNow()),
  opened: keep.read(STORE_KEY) !== 'closed',
  overlay: false,
  withoutAnimation: true,
}))

useLayout.subscribe(({ opened }) => keep.write(STORE_KEY, opened ? 'open' : 'closed'))

export const toggleSidebar = (): void => useLayout.setState(toggled)
export const closeOverlay = (): void => useLayout.setState({ overlay: false, withoutAnimation: false })
export const followedRoute = (): void => useLayout.setState(atRouteChange)

/** Follows the width of the window; ignored while the page is hidden (contract §4). */
export function watchWidth(): void {
  const look = (): void => {
    if (!document.hidden) useLayout.setState(layout => atWidth(layout, widthNow()))
  }
  window.addEventListener('resize', look)
  document.addEventListener('visibilitychange', look)
}
