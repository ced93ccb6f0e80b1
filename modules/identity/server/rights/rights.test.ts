import { may, WHOLE_TENANT } from '@wattyard/server-kit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { callerOf, type Grant, permissionsOf, type Person, scopeOf } from '../sessions/caller-of.ts'
import { checkListening } from '../sessions/check-listening.ts'
import { DEMO_PASSWORDS, passwordProblem, STAFF_PASSWORDS } from '../passwords/password-policy.ts'
import { readablePassword } from '../passwords/readable-password.ts'
import { isPermission, looksReserved } from '../passwords/reserved-words.ts'

const person = (over: Partial<Person> = {}): Person => ({
  tenantId: 't',
  userId: 'u',
  loginName: 'l',
  displayName: 'd',
  userType: 'staff',
  operators: [],
  stations: [],
  investors: [],
  ...over,
})
const grant = (over: Partial<Grant> = {}): Grant => ({ code: 'viewer', permissions: [], rowScope: 'tenant', ...over })

describe('rights', () => {
  test('admin is everything in the tenant, whatever else limits; an unknown role is nothing', () => {
    const grants = [grant({ code: 'admin' }), grant({ rowScope: 'assigned' })]
    const caller = callerOf(person({ operators: ['o'] }), grants, 's', 'zh')
    expect(may(caller, 'any.thing:at')).toBe(true)
    expect(caller.scope).toEqual(WHOLE_TENANT)
    expect(caller.readOnly).toBe(false)
    expect(permissionsOf([grant({ code: 'administrator', permissions: [] })]).size).toBe(0)
  })

  test('guests only read, by role or by type', () => {
    expect(callerOf(person(), [grant({ code: 'guest' })], 's', 'zh').readOnly).toBe(true)
    expect(callerOf(person({ userType: 'guest' }), [grant()], 's', 'zh').readOnly).toBe(true)
  })

  test('no role, or one that limits, sees only what is assigned: nothing assigned, nothing seen', () => {
    const nothing = { operators: [], stations: null, investors: null }
    expect(scopeOf(person(), [])).toEqual(nothing)
    expect(scopeOf(person(), [grant({ rowScope: 'assigned' })])).toEqual(nothing)
    expect(scopeOf(person({ operators: ['o'], stations: ['s'] }), [grant(), grant({ rowScope: 'assigned' })])).toEqual({
      operators: ['o'],
      stations: ['s'],
      investors: null,
    })
    expect(scopeOf(person({ userType: 'investor' }), [grant()])).toEqual({
      operators: [],
      stations: null,
      investors: [],
    })
    expect(scopeOf(person(), [grant()])).toEqual(WHOLE_TENANT)
  })

  test('property: taking a permission away never opens anything (I-44)', () => {
    const word = fc.constantFrom('a.b:read', 'a.b:create', 'c.d:read', 'c.d:go')
    fc.assert(
      fc.property(fc.array(word), word, (permissions, gone) => {
        const before = callerOf(person(), [grant({ permissions })], 's', 'zh')
        const after = callerOf(person(), [grant({ permissions: permissions.filter(one => one !== gone) })], 's', 'zh')
        for (const one of ['a.b:read', 'a.b:create', 'c.d:read', 'c.d:go'])
          expect(!may(after, one) || may(before, one)).toBe(true)
      }),
    )
  })

  test('vip has what is about investing, whatever other roles add; admin beside it has everything', () => {
    const permissions = ['finance.dailyBill:read', 'investors.share:read']
    const investor = callerOf(person(), [grant({ code: 'vip' }), grant({ permissions })], 's', 'zh')
    expect([...investor.permissions]).toEqual(['investors.share:read'])
    const reach = (path: string) => investor.mayReach?.(`/api/${path}`)
    expect([reach('employee/me'), reach('device/station/list_by_investor')]).toEqual([true, true])
    for (const other of ['device/station/list', 'device/station/tree', 'device/station/list_by_investor/x'])
      expect(reach(other)).toBe(false)
    const both = callerOf(person(), [grant({ code: 'vip' }), grant({ code: 'admin' })], 's', 'zh')
    expect([...both.permissions]).toEqual(['*'])
  })
})

describe('reserved words (R-25)', () => {
  test('in any case, width, script and decoration', () => {
    const words = [
      'admin',
      'ADMIN',
      'adminRole',
      'ａｄｍｉｎ',
      'аdmin',
      'adm\u0456n',
      'admín',
      'ad-min',
      'a d m i n',
      'adm1n',
      '@dmin',
      'admın',
      'ad\u200bmin',
      'vip',
      'VΙP',
      'νip',
      'v1p',
      'guest',
      'gυest',
      'gue5t',
      'ＧＵＥＳＴ',
      'g.u.e.s.t',
    ]
    for (const word of words) expect([word, looksReserved(word)]).toEqual([word, true])
  })

  test('honest names are free', () => {
    for (const word of [
      'operations',
      'finance',
      'viewer',
      '管理员',
      'administrator',
      'guests-desk',
      'vips',
      'site-manager',
      'OP-SH',
    ])
      expect([word, looksReserved(word)]).toEqual([word, false])
  })

  test('property: marks, separators and case around a reserved word change nothing', () => {
    const noise = fc.constantFrom('', '-', '_', '.', ' ', '\u200b', '\u0301', '\ufe0f')
    fc.assert(
      fc.property(
        fc.constantFrom('admin', 'guest', 'vip'),
        fc.array(noise, { minLength: 6, maxLength: 6 }),
        fc.boolean(),
        (word, marks, upper) => {
          const dressed = Array.from(word, (letter, i) => `${letter}${marks[i] ?? ''}`).join('')
          expect(looksReserved(upper ? dressed.toUpperCase() : dressed)).toBe(true)
        },
      ),
    )
  })

  test('a role code never has the form of a permission', () => {
    expect(isPermission('assets.station:read')).toBe(true)
    for (const word of ['admin', '*', 'assets.station', 'assets:read', 'Assets.station:read', 'a.b:c d', 'a.b:c\n'])
      expect(isPermission(word)).toBe(false)
  })
})

describe('new passwords', () => {
  const problem = (password: string, policy = STAFF_PASSWORDS) =>
    passwordProblem(password, ['zhangwei', '张伟明'], policy)?.word ?? null

  test('by length in characters, both ends', () => {
    expect(problem('short-pw')).toBe('passwordTooShort')
    expect(problem('🔋电池充满了吗今天的天气')).toBeNull()
    expect(problem(`${'长密码串一二三四五六'.repeat(20)}`)).toBeNull()
    expect(problem(`${'长密码串一二三四五六'.repeat(20)}x`)).toBe('passwordTooLong')
    expect(problem('12345', DEMO_PASSWORDS)).toBe('passwordTooShort')
    expect(problem('xk7-qz', DEMO_PASSWORDS)).toBeNull()
  })

  test('nothing that many people use, whatever stands behind it', () => {
    const loose = { ...STAFF_PASSWORDS, minLength: 6 }
    for (const password of ['iloveyou', '5201314', 'Trustno1!!', 'Dragon2026', 'basketball#1'])
      expect([password, problem(password, loose)]).toEqual([password, 'passwordTooSimple'])
    expect(problem('tram-fjord-mulch', loose)).toBeNull()
    for (const password of ['123456', 'dragon2026'])
      expect([password, problem(password, DEMO_PASSWORDS)]).toEqual([password, 'passwordTooSimple'])
  })

  test('as many kinds of characters as the installation asks for', () => {
    const strict = { ...STAFF_PASSWORDS, kinds: 3 }
    const few = passwordProblem('tram-fjord-mulch', [], strict)
    expect(few).toEqual({ word: 'passwordFewKinds', limit: 3 })
    expect(problem('tram-fjord-mulch-7', strict)).toBeNull()
    expect(problem('Tram-fjord-mulch', { ...strict, kinds: 4 })).toBe('passwordFewKinds')
    expect(problem('Tram-fjord-mulch-7', { ...strict, kinds: 4 })).toBeNull()
  })

  test('nothing that everybody tries, nothing with the person’s name', () => {
    for (const password of [
      'aaaaaaaaaaaaaa',
      '123456789012',
      'abcdefghijklm',
      'qwertyuiop12',
      'wattyardadmin',
      'password1234',
      'ＡＤＭＩＮadmin123',
    ])
      expect([password, problem(password)]).toEqual([password, 'passwordTooSimple'])
    expect(problem('my-ZhangWei-2026')).toBe('passwordHasName')
    expect(problem('今天张伟明去充电站了吗啊')).toBe('passwordHasName')
  })

  test('generated ones are long, readable, different and good', () => {
    const made = Array.from({ length: 200 }, readablePassword)
    expect(new Set(made).size).toBe(200)
    for (const password of made) {
      expect(password).toMatch(/^([a-km-zA-HJ-NP-Z2-9]{5}-){3}[a-km-zA-HJ-NP-Z2-9]{5}$/)
      expect(password).not.toMatch(/[oOlI01]/)
      expect(problem(password)).toBeNull()
    }
  })
})

describe('listening', () => {
  const listen =
    (host: string, tls = false, profile: 'demo' | 'production' = 'production') =>
    () =>
      checkListening({ profile, host, tls, saysProxy: true })

  test('production speaks plain HTTP to this machine only', () => {
    for (const host of ['0.0.0.0', '::', '192.168.1.10', 'wattyard.example', '127.evil.example', '::ffff:10.0.0.1'])
      expect(listen(host)).toThrow('does not serve plain HTTP')
    for (const host of ['127.0.0.1', '127.9.9.9', 'localhost', '::1', '[::1]']) expect(listen(host)).not.toThrow()
    expect(listen('0.0.0.0', true)).not.toThrow()
    expect(listen('0.0.0.0', false, 'demo')).not.toThrow()
  })

  test('production without a certificate wants to know who stands in front of it', () => {
    const unsaid = { profile: 'production', host: '127.0.0.1', tls: false, saysProxy: false } as const
    expect(() => checkListening(unsaid)).toThrow('WATTYARD_TRUST_PROXY')
    expect(() => checkListening({ ...unsaid, saysProxy: true })).not.toThrow()
    expect(() => checkListening({ ...unsaid, tls: true })).not.toThrow()
    expect(() => checkListening({ ...unsaid, profile: 'demo' })).not.toThrow()
  })
})
