import type { MessageKind } from '@wattyard/server-kit'
import { REGISTRATION_ASKED, type RegistrationAsked } from '../contract/events.ts'

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
]
