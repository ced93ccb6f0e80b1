import type { MessageKind } from '@wattyard/server-kit'
import { PASSWORD_ENDING, type PasswordEnding, REGISTRATION_ASKED, type RegistrationAsked } from '../contract/events.ts'

export const IDENTITY_MESSAGES: readonly MessageKind[] = [
  {
    name: 'identity.accountAsked',
    severity: 'notice',
    topic: REGISTRATION_ASKED,
    gathers: true,
    draft({ key, body }) {
      const { loginName, displayName } = body as unknown as RegistrationAsked // written by identity alone
      return {
        about: key,
        params: { login: loginName, name: displayName, subject: displayName },
        link: '/console/employee',
        may: ['identity.registration:approve'],
      }
    },
  },
  {
    name: 'identity.passwordEnding',
    severity: 'notice',
    topic: PASSWORD_ENDING,
    compulsory: true,
    draft({ key, body }) {
      const { about, days, day } = body as unknown as PasswordEnding // written by identity alone
      return {
        about,
        params: { day },
        link: '/console/personalCenter',
        people: [key],
        ...(days <= 3 ? { severity: 'warning' as const } : {}),
      }
    },
  },
]
