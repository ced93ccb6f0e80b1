import { type CheckedInput } from '@wattyard/calls'
import type { Resource } from '@wattyard/resource'
import { inputSchema } from '@wattyard/resource/schema'
import {
  audit,
  checkInput,
  invalid,
  type RawCall,
  Refusal,
  type Route,
  searchText,
  col,
  serveCall,
} from '@wattyard/server-kit'
import { changeOwnData } from '../../contract/calls/own-account.ts'
import { user } from '../../contract/user.ts'
import { actorOfRaw, changingCaller, openPasswords, type OwnWorld, reauthenticate } from '../sessions/reauthenticate.ts'
import { endResetCodes } from '../passwords/reset-code.ts'

const { nickname, gender, introduction, phone, email, language } = user.fields
/** Data that people can change themselves; others decide on names and rights. */
const own = { ...user, fields: { nickname, gender, introduction, phone, email, language } } as unknown as Resource // fewer fields of the same definition

interface Stored {
  nickname: string | null
  gender: string | null
  introduction: string | null
  phone: string | null
  email: string | null
  language: string
}

const COLUMNS = ['nickname', 'gender', 'introduction', 'phone', 'email', 'language'] as const

async function update(world: OwnWorld, call: RawCall<CheckedInput<typeof changeOwnData>>): Promise<null> {
  const who = changingCaller(call)
  const { oldPassword, key, ...sent } = call.input
  const given = checkInput(inputSchema(own, 'update'), sent) as Partial<Stored> // as the schema of these fields gives it
  const [row] = await call.db.platform(tx =>
    tx.query(
      {
        nickname: col.text.orNull,
        gender: col.text.orNull,
        introduction: col.text.orNull,
        phone: col.text.orNull,
        email: col.text.orNull,
        language: col.text,
        version: col.integer,
      },
      `select ${COLUMNS.join(', ')}, version from identity_user where tenant_id = $1 and id = $2`,
      [who.tenantId, who.userId],
    ),
  )
  if (!row) throw new Refusal('identity.signedOut', { status: 401 })
  const { version, ...before } = row
  const after: Stored = { ...before, ...given }
  const changed = COLUMNS.filter(column => after[column] !== before[column])
  if (changed.length === 0) return null
  // Codes for a forgotten password go there: changing them takes the password (trust R-12).
  if (changed.includes('phone') || changed.includes('email')) {
    if (oldPassword === '') throw invalid({ oldPassword: { key: 'identity.field.oldPasswordMissing' } })
    const opened = await openPasswords(world, call, key, { oldPassword })
    await reauthenticate(world, call, opened.oldPassword, 'oldPassword')
  }
  await call.db.platform(async tx => {
    const search = { login_name: who.loginName, display_name: who.displayName, phone: after.phone }
    const rows = await tx.execute(
      `update identity_user set nickname = $4, gender = $5, introduction = $6, phone = $7, email = $8, language = $9,
         search_text = $10, version = version + 1, updated_at = $11
       where tenant_id = $1 and id = $2 and version = $3`,
      [
        who.tenantId,
        who.userId,
        version,
        ...COLUMNS.map(column => after[column]),
        searchText(user, search),
        new Date(world.clock.now()),
      ],
    )
    if (rows !== 1) throw new Refusal('kernel.stale', { status: 409 })
    // A code sent to the old address may now reach somebody else.
    if (changed.includes('phone') || changed.includes('email'))
      await endResetCodes(tx, who.tenantId, [who.userId], world.clock.now())
    const part = (of: Stored) => Object.fromEntries(changed.map(column => [column, of[column]]))
    const entry = {
      resource: 'identity.user',
      recordId: who.userId,
      action: 'update',
      before: part(before),
      after: part(after),
    }
    await audit(tx, actorOfRaw(call, who), [entry], world.clock.now())
  })
  return null
}

/** Serves `POST /api/user/info/update` (contract §7.1): changes the caller's own data. */
export function ownInfoRoute(world: OwnWorld): Route {
  return serveCall(changeOwnData, { work: 'raw', bodyLimit: 32_768, handle: call => update(world, call) })
}
