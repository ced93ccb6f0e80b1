import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { BASE, goTo } from '../routes/address.tsx'

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

interface PageLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** Address without the base path. */
  to: string
}

/**
 * Draws a link outside the pages. Unlike the router's it does not follow the location: the shell has dozens of links, which would
 * all render at each switch of tabs.
 */
export function PageLink({ to, target, children, ...rest }: PageLinkProps) {
  return (
    <a
      {...rest}
      href={BASE + to}
      target={target}
      onClick={event => {
        if (event.defaultPrevented || !isPlain(event) || (target !== undefined && target !== '_self')) return
        event.preventDefault()
        goTo(to)
      }}
    >
      {children}
    </a>
  )
}
