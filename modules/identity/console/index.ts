import { type ConsoleModule, lazyPart, needWords } from '@wattyard/console-kit'

export type { SealedPassword } from './personal/ask-password.tsx'

/** Encrypts the passwords of a form; loaded by the first form that needs it. */
export const sealPasswords = async <K extends string>(passwords: Readonly<Record<K, string>>) =>
  (await import('./seal-passwords.ts')).sealPasswords(passwords)

/** Draws the contract's change-password dialog, for the person's menu in the top bar. */
export const PasswordDialog = lazyPart(async () => {
  const [part] = await Promise.all([import('./personal/password-dialog.tsx'), needWords('identity')])
  return part.PasswordDialog
})

/** Asks for the caller's own password again, before a grave action. */
export const AskPassword = lazyPart(async () => {
  const [part] = await Promise.all([import('./personal/ask-password.tsx'), needWords('identity')])
  return part.AskPassword
})

/** Draws the choice of an own password, for people whose password was set by somebody else. */
export const FirstPassword = lazyPart(async () => {
  const [part] = await Promise.all([import('./personal/first-password.tsx'), needWords('identity')])
  return part.FirstPassword
})

/** Draws the contract's safety authentication by a messaging app or a code. */
export const VerificationDialog = lazyPart(async () => {
  const [part] = await Promise.all([import('./verification/verification-dialog.tsx'), needWords('identity')])
  return part.VerificationDialog
})

const PeopleOfStation = lazyPart(async () => (await import('./employee/people-of-station.tsx')).PeopleOfStation)

export const consoleModule: ConsoleModule = {
  name: 'identity',
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
  lists: { 'identity.office': '/console/org', 'identity.user': '/console/employee', 'identity.role': '/console/role' },
  details: [
    { resource: 'assets.station', key: 'people', tab: 'data', needs: 'identity.user:read', Show: PeopleOfStation },
  ],
  tones: {
    'identity.tenant.status': { deleting: 'busy' },
    'identity.user.signInState': { invited: 'wait', ready: 'good' },
  },
}
