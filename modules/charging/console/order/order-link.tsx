import { isOpenable } from '@wattyard/console-kit'
import { Link } from 'react-router'

const ORDER_PAGE = '/cwdata2/orderDeatil'

/** Words that lead to an order's page, for those who may open it. */
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
