import { consoleRoles, menuCodes } from '@wattyard/pages'
import {
  type Caller,
  labelColumn,
  type PageAccess,
  Refusal,
  type Route,
  type Tx,
  wordingOf,
  seesNothing,
  seesWholeTenant,
  col,
  serveCall,
} from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'
import { readMe, readPublicInfo, type Me } from '../../contract/calls/me.ts'
import { duty } from '../../contract/duty.ts'
import { office } from '../../contract/office.ts'
import { passwordRule } from '../../contract/password-age.ts'
import { type PasswordStrength, passwordStrength } from '../../contract/password-strength.ts'
import { owesPassword } from '../sessions/find-caller.ts'
import type { MessagingApp } from '../messaging-app/messaging-app.ts'
import type { PasswordPolicy } from '../passwords/password-policy.ts'
import { takesApplications } from './registration.ts'
import { type Profile, standingOf, verificationOf } from '../second-factor/verification.ts'

const ME_ROW = {
  id: col.uuid,
  login_name: col.text,
  display_name: col.text,
  user_type: col.text,
  phone: col.text.orNull,
  email: col.text.orNull,
  language: col.text,
  is_owner: col.boolean,
  must_change_password: col.boolean,
  password_at: col.instant.orNull,
  password_max_age_days: col.integer.orNull,
  password_remembered: col.integer.orNull,
  password_length: col.integer.orNull,
  password_kinds: col.integer.orNull,
  office_name: col.text.orNull,
  duty_name: col.text.orNull,
  nickname: col.text.orNull,
  gender: col.text.orNull,
  introduction: col.text.orNull,
  trial_ends: col.instant.orNull,
  tenant_code: col.text,
  tenant_name: col.text,
  zone: col.text,
  currency: col.text,
}

export interface MeWorld {
  pages: () => PageAccess
  clock: Clock
  profile: Profile
  app: MessagingApp | null
  policy: PasswordPolicy
}

/** Returns the caller's account and what the console shows (contract §3, §6). */
export async function whoAmI(tx: Tx, caller: Caller, { pages, clock, profile, app, policy }: MeWorld): Promise<Me> {
  const [row] = await tx.query(
    ME_ROW,
    `select u.id, u.login_name, u.display_name, u.user_type, u.phone, u.email, u.language, u.is_owner, u.must_change_password, u.nickname, u.gender, u.introduction,
       case when u.password_hash is not null and u.user_type <> 'guest' then coalesce(u.password_changed_at, u.created_at) end as password_at,
       (select s.expires_at from identity_session s where s.tenant_id = u.tenant_id and s.id = $3 and u.user_type = 'guest') as trial_ends,
       t.password_max_age_days, t.password_remembered, t.password_length, t.password_kinds, ${labelColumn(office, caller.language, 'o')} as office_name, ${labelColumn(duty, caller.language, 'd')} as duty_name, t.code as tenant_code, t.name as tenant_name, t.zone, t.currency
     from identity_user u
     join identity_tenant t on t.tenant_id = u.tenant_id
     left join identity_office o on o.tenant_id = u.tenant_id and o.id = u.office_id
     left join identity_duty d on d.tenant_id = u.tenant_id and d.id = u.duty_id
     where u.tenant_id = $1 and u.id = $2`,
    [caller.tenantId, caller.userId, caller.sessionId],
  )
  if (!row) throw new Refusal('identity.signedOut', { status: 401 })
  const standing = await standingOf(tx, caller, app?.name ?? null)
  const desk = pages()
  const page = desk.of(caller)
  const permissions = [...page.usable].toSorted()
  return {
    user: {
      // The platform owner has id "1", as the contract's client rule for suadmin needs. The number grants nothing here (trust
      // W9), so an owner without the role does not get it.
      id: row.is_owner && caller.roles.includes('admin') ? '1' : row.id,
      recordId: row.id,
      name: row.display_name,
      nickname: row.nickname ?? row.display_name,
      avatar: '',
      introduction: row.introduction ?? '',
      postLabel: row.duty_name ?? '',
      gender: row.gender ?? '',
      email: row.email ?? '',
      phone: row.phone ?? '',
      officeName: row.office_name ?? row.tenant_name,
      loginName: row.login_name,
      userType: row.user_type,
      gzhOpenid: standing.openid ?? '',
      language: row.language,
    },
    verification: verificationOf(standing, profile, clock.now()),
    mustChangePassword: owesPassword(row, policy, clock.now()),
    passwordExpired: !row.must_change_password && owesPassword(row, policy, clock.now()),
    passwordRule: { ...passwordStrength(row, policy), remembered: passwordRule(row, policy).remembered },
    menus: menuCodes(desk.rules, page),
    roles: [...consoleRoles(caller.roles), ...permissions],
    permissions,
    seesWhole: seesWholeTenant(caller),
    seesNothing: seesNothing(caller),
    company: {
      id: caller.tenantId,
      code: row.tenant_code,
      name: row.tenant_name,
      zone: row.zone,
      currency: row.currency,
    },
    trialSecondsLeft: row.trial_ends === null ? null : Math.max(0, Math.ceil((row.trial_ends - clock.now()) / 1_000)),
    wording: await wordingOf(tx, caller.tenantId, caller.wording),
  }
}

export interface InfoOptions {
  product: string
  version: string
  profile: 'demo' | 'production'
  freeTry: boolean
  passwordStrength: PasswordStrength
  /** File below the data folder with the first administrator's password; null when it came from the environment. */
  passwordFile: string | null
}

export function meRoutes(world: MeWorld, info: InfoOptions): Route[] {
  return [
    serveCall(readMe, {
      work: 'read',
      handle: ({ tx, caller }) => whoAmI(tx, caller, world),
    }),
    serveCall(readPublicInfo, {
      work: 'raw',
      async handle({ db, translate, language }) {
        const { passwordFile, ...shown } = info
        const registration = await db.platform(takesApplications, { readOnly: true })
        if (info.profile !== 'demo') return { ...shown, registration }
        // The hint names the file and never the password, because this route is public.
        const hint = passwordFile
          ? translate(language, 'identity.demoHint', { file: passwordFile })
          : translate(language, 'identity.demoHintEnvironment')
        return { ...shown, registration, demo: { username: 'admin', hint } }
      },
    }),
  ]
}
