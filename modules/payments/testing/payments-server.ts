import { ledgerModule } from '@wattyard/ledger/server'
import { followMemberReversals, MEMBER_CHECKS, membersModule } from '@wattyard/members/server'
import { quietMembersPorts } from '@wattyard/members/testing'
import { platformModule } from '@wattyard/platform/server'
import { testServerOver, type TestServer } from '@wattyard/testing'
import { businessDayOf } from '@wattyard/time'
import { followPaymentReversals, LOT_CHECKS, paymentsForMembers, paymentsModule } from '../server/index.ts'
import { type PaymentsServerOptions, paymentsWorld } from './payments-world.ts'

/** Starts payments with the modules that they need, put together as the product does. */
export async function paymentsServer(options: PaymentsServerOptions = {}): Promise<TestServer> {
  return testServerOver(db => [
    platformModule,
    ledgerModule({
      dayOf: async (_tx, _tenant, at) => businessDayOf(at, 'Asia/Shanghai'),
      followers: [followMemberReversals, followPaymentReversals, ...(options.followers ?? [])],
      checks: [...LOT_CHECKS, ...MEMBER_CHECKS],
    }),
    membersModule(quietMembersPorts(paymentsForMembers)),
    paymentsModule(paymentsWorld(db, options)),
    ...(options.more ?? []),
  ])
}
