import { isOpenable } from '@wattyard/console-kit'
import { Link } from 'react-router'

const ORDER_PAGE = '/cwdata2/orderDeatil'

/** Draws a link to an order's page for people who may open it, plain text for others. */
export function OrderLink({ id, children }: { id: string; children: string }) {
  if (!isOpenable(ORDER_PAGE)) return <span className="w-num">{children}</span>
  return (
    <Link
      to={`${ORDER_PAGE}?open=${encodeURIComponent(id)}`}
      className="w-num"
      onClick={event => event.stopPropagation()}
    >
      {children}
    </Link>
  )
}
