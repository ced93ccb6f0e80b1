import { ResourcePage } from '@wattyard/console-kit'
import { payment } from '../contract/payment.ts'

/** Draws `/wallet/buyBill`: top-ups of wallets, and the channels by which they come. */
export function Page() {
  return <ResourcePage resource={payment} />
}
