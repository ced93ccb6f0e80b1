import { titleKey } from '@wattyard/pages'
import type { MessageKind } from '@wattyard/server-kit'
import {
  PAGE_ASKED,
  type PageAsked,
  PASSWORD_ENDING,
  type PasswordEnding,
  REGISTRATION_ASKED,
  type RegistrationAsked,
} from '../contract/events.ts'

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
    name: 'identity.pageAsked',
    severity: 'notice',
    topic: PAGE_ASKED,
    gathers: true,
    draft({ key, body }) {
      const { about, loginName, displayName, page, operatorId } = body as unknown as PageAsked // written by identity alone
      return {
        about,
        params: { login: loginName, name: displayName, page: { word: titleKey(page) }, subject: displayName },
        link: `/console/employee?open=${key}`,
        may: ['identity.user:update'],
        operatorId,
        except: [key],
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
