import { formatFen } from '@wattyard/money'
import { openHoldsOf } from '@wattyard/ledger/server'
import { type ResourceIndex, type Route, rowInScope, serveCall } from '@wattyard/server-kit'
import { member, readHolds } from '../../contract/index.ts'
import { namesOf } from '../statement/read-statement.ts'
import { accountsOf } from '../wallets.ts'

/** Returns the route that says what holds money of a wallet. */
export const holdsRoute = (index: ResourceIndex): Route =>
  serveCall(readHolds, {
    work: 'read',
    async handle({ tx, caller, input }) {
      await rowInScope(tx, caller, member, input.id)
      const { principal } = await accountsOf(tx, { tenantId: caller.tenantId, memberId: input.id })
      const holds = principal ? await openHoldsOf(tx, principal) : []
      const names = await namesOf(
        tx,
        caller,
        index,
        holds.map(({ source }) => source),
      )
      return {
        list: holds.map(({ id, source, principal_fen, gift_fen, since }) => ({
          id,
          source,
          label: names.get(`${source.type}:${source.id}`) ?? null,
          principal: formatFen(principal_fen),
          gift: formatFen(gift_fen),
          since,
        })),
      }
    },
  })
