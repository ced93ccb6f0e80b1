import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { BASE, goTo } from '../routes/address.tsx'

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

interface PageLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** Address without the base. */
  to: string
}

/**
 * A real link around the pages. Other than the router's it does not listen where one is: the shell has dozens of them,
 * and every one was drawn anew at each switch of tabs.
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
