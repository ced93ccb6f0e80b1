import { type Database, emit, col } from '@wattyard/server-kit'
import { localDayOf } from '@wattyard/time'
import { PASSWORD_ENDING, type PasswordEnding } from '../../contract/events.ts'
import {
  MAX_AGE_DAYS,
  passwordEndsAt,
  type PasswordRule,
  WARNED_DAYS,
  warningDue,
} from '../../contract/password-age.ts'

const AGEING_ROW = {
  tenant_id: col.uuid,
  id: col.uuid,
  password_at: col.instant,
  max_age: col.integer,
  zone: col.text,
}

/**
 * Emits warnings that passwords expire soon, once for each warning day. The message's `about` prevents repetition, and a day on
 * which nothing ran is made up for.
 *
 * @returns number of people warned
 */
export function warnOfAge(db: Database, { maxAgeDays }: PasswordRule, now: number): Promise<number> {
  return db.platform(async tx => {
    const rows = await tx.query(
      AGEING_ROW,
      `select * from (
         select u.tenant_id, u.id, coalesce(u.password_changed_at, u.created_at) as password_at,
           coalesce(t.password_max_age_days, $1::integer) as max_age, t.zone
         from identity_user u join identity_tenant t on t.tenant_id = u.tenant_id
         where u.status = 'active' and t.status = 'active' and u.user_type <> 'guest' and u.password_hash is not null) as a
       where max_age between 1 and ${MAX_AGE_DAYS} and password_at + max_age * interval '24 hours' > $2
         and password_at + (max_age - ${Math.max(...WARNED_DAYS)}) * interval '24 hours' <= $2`,
      [maxAgeDays, new Date(now)],
    )
    const events = rows.flatMap(({ tenant_id, id, password_at, max_age, zone }) => {
      const endsAt = passwordEndsAt(password_at, max_age)
      const days = endsAt === null ? null : warningDue(endsAt, now)
      if (endsAt === null || days === null) return []
      const body: PasswordEnding = { about: `${id} ${endsAt} ${days}`, days, day: localDayOf(endsAt, zone) }
      return [{ tenantId: tenant_id, topic: PASSWORD_ENDING, key: id, body: { ...body } }]
    })
    await emit(tx, events)
    return events.length
  })
}
