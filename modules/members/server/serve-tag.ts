import type { CommandInput, RowOf } from '@wattyard/resource'
import {
  type Call,
  countTakenQuestion,
  invalid,
  scoped,
  serveResource,
  type ServedResource,
} from '@wattyard/server-kit'
import { member, tag, type TagStatus } from '../contract/index.ts'
import { tagKey } from './find-tags.ts'
import { checkTag, insertTags } from './issue-tags.ts'
import { tagHints, tagsByMember, unusableTags } from './member-choices.ts'

async function issue({ tx, caller }: Call, given: CommandInput<typeof tag, 'issue'>) {
  checkTag(given.tag, given.kind)
  const where = scoped(caller, member)
  where.add(`id = ${where.value(given.member)}`)
  const found = await tx.query(`select id from members_member where ${where.text}`, where.values)
  if (found.length === 0) throw invalid({ member: { key: 'kernel.field.noSuchRecord' } })
  countTakenQuestion(caller, tag, { tag: tagKey(given.tag) })
  const [id] = await insertTags(tx, [
    {
      tenantId: caller.tenantId,
      memberId: given.member,
      tag: given.tag,
      kind: given.kind,
      expiresAt: given.expiresAt ?? null,
    },
  ])
  if (!id) throw invalid({ tag: { key: 'kernel.field.taken' } })
  return { id }
}

async function setStatus({ tx }: Call, rows: readonly RowOf<typeof tag>[], status: TagStatus) {
  const changed = await tx.execute(
    'update members_tag set status = $3, version = version + 1, updated_at = now() where tenant_id = $1 and id = any($2::uuid[])',
    [tx.tenantId, rows.map(row => row.id), status],
  )
  return { changed }
}

/** From which states a tag may be moved. */
const FROM: Readonly<Record<string, readonly TagStatus[]>> = {
  block: ['active'],
  reportLost: ['active', 'blocked'],
  unblock: ['blocked', 'lost'],
}

export function serveTag(): ServedResource {
  return serveResource(tag, {
    commands: {
      issue: (call, _rows, input) => issue(call, input),
      block: (call, rows) => setStatus(call, rows, 'blocked'),
      reportLost: (call, rows) => setStatus(call, rows, 'lost'),
      unblock: (call, rows) => setStatus(call, rows, 'active'),
    },
    choiceHints: tagHints,
    choiceStates: unusableTags,
    findChoices: tagsByMember,
    allows: (action, row) => FROM[action]?.some(status => status === row.status) ?? true,
  })
}
