import { columnsOf, masksOf, type Resource } from '@wattyard/resource'
import {
  actorOf,
  audit,
  type Call,
  col,
  hides,
  labelsOf,
  may,
  mustReach,
  peopleIn,
  Refusal,
  type ResourceIndex,
  type ResourceRow,
  type Route,
  rowInScope,
  SEE_PERSONAL,
  serveCall,
  type Tx,
} from '@wattyard/server-kit'
import { REVEALED_SECONDS, REVEALS_PER_HOUR, revealPersonal } from '@wattyard/calls'

/** Action under which the log keeps who saw whose personal data. */
const ACTION = 'reveal'

/** Returns the texts of a row that its definition hides, and the hidden names of the people it refers to. */
async function hiddenTexts(
  { tx, caller }: Pick<Call, 'tx' | 'caller'>,
  index: ResourceIndex,
  resource: Resource,
  row: Readonly<ResourceRow>,
): Promise<Record<string, string>> {
  const columns = columnsOf(resource)
  const people = peopleIn(resource, index)
  const record = Object.fromEntries(people.map(([key]) => [key, row[columns[key] ?? '']]))
  const fields = Object.fromEntries(people)
  const reader = { ...caller, permissions: new Set([SEE_PERSONAL]) }
  const labels = await labelsOf(tx, index, { fields, scope: resource.scope }, [record], reader)
  const names = people.flatMap(([key, { of = '' }]) => {
    const name = labels[of]?.[String(record[key])]
    return name === undefined ? [] : [[key, name] as const]
  })
  const texts = Object.entries(masksOf(resource)).flatMap(([key, mask]) => {
    const stored = row[columns[key] ?? '']
    // Rows from before a rule about secrets hold them; personal data is revealed, secrets are not.
    const value = index.withoutSecrets?.(stored) ?? stored
    return mask && hides(mask, value) ? [[key, value] as const] : []
  })
  return Object.fromEntries([...texts, ...names])
}

/**
 * Refuses more than a person needs: whoever wants a list asks for an export. Calls of one person take turns, so that many at once
 * do not pass together.
 */
async function mustBeFew(tx: Tx, userId: string): Promise<void> {
  await tx.execute('select pg_advisory_xact_lock(771487, hashtext($1::uuid::text))', [userId])
  const [row] = await tx.query(
    { seen: col.integer },
    `select count(*)::int as seen from kernel_audit
     where tenant_id = $1 and actor_id = $2 and action = $3 and at > now() - interval '1 hour'`,
    [tx.tenantId, userId, ACTION],
  )
  if ((row?.seen ?? 0) >= REVEALS_PER_HOUR)
    throw new Refusal('platform.tooManyReveals', { status: 429, params: { max: REVEALS_PER_HOUR } })
}

/**
 * Serves `POST /api/platform/personal/reveal`. The entry of the log is written in the transaction of the answer, which leaves
 * after its commit: nobody sees a value that the log does not tell of.
 */
export const personalRoutes = (index: ResourceIndex): Route[] => [
  serveCall(revealPersonal, {
    work: 'write',
    async handle(call) {
      const { tx, caller, input } = call
      const resource = index.byName(input.resource)?.resource
      if (!resource || !may(caller, `${resource.name}:read`)) throw new Refusal('kernel.notFound', { status: 404 })
      mustReach(caller, resource)
      const values = await hiddenTexts(call, index, resource, await rowInScope(tx, caller, resource, input.id))
      const fields = Object.keys(values)
      if (fields.length === 0) throw new Refusal('platform.nothingHidden')
      await mustBeFew(tx, caller.userId)
      const entry = {
        resource: resource.name,
        recordId: input.id,
        action: ACTION,
        after: { fields, reason: input.reason },
      }
      await audit(tx, actorOf(call), [entry])
      return { values, seconds: REVEALED_SECONDS }
    },
  }),
]
