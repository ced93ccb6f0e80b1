import { col, type ServedResource, serveResource } from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'
import { delivery, type DeliveryState } from '../../contract/index.ts'
import { kindWord } from '../kinds.ts'

const MAY_RETRY: readonly DeliveryState[] = ['failed', 'unclear', 'local', 'cancelled']

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(row => row.id)

/** Returns the outbox as an administrator governs it. */
export function serveDelivery(clock: Clock): ServedResource {
  return serveResource(delivery, {
    wordsOf: { kind: ({ kind }) => [{ word: kindWord(String(kind), 'name') }] },
    inner: { letter_until: col.instant.orNull },
    allows: (action, row) =>
      action === 'retry'
        ? // The secret is gone with the sealed letter, so its author has to write a new one.
          row.letter_until === null && MAY_RETRY.includes(row.state)
        : action !== 'cancel' || row.state === 'waiting',
    commands: {
      /** A person wants it sent again, even where it may already have arrived. */
      async retry({ tx, caller }, rows) {
        await tx.execute(
          `update notifications_delivery set state = 'waiting', due_at = $3, attempts = greatest(attempts, 1), error = null, version = version + 1, updated_at = $3
           where tenant_id = $1 and id = any($2::uuid[])`,
          [caller.tenantId, idsOf(rows), new Date(clock.now())],
        )
        return null
      },
      async cancel({ tx, caller }, rows) {
        await tx.execute(
          `update notifications_delivery set state = 'cancelled', sealed_letter = null, version = version + 1, updated_at = $3 where tenant_id = $1 and id = any($2::uuid[])`,
          [caller.tenantId, idsOf(rows), new Date(clock.now())],
        )
        return null
      },
    },
  })
}
