import type { MessageKind } from '@wattyard/server-kit'
import {
  ACCOUNT_ENTERED,
  ACCOUNT_SETTLED,
  type AccountEntered,
  LICENCE_ENDS,
  LICENCE_RENEWED,
  type LicenceEnds,
} from '../contract/events.ts'

const PAGE = '/pricePollcya/company'

export const COMPANIES_MESSAGES: readonly MessageKind[] = [
  {
    name: 'companies.licenceEnds',
    severity: 'notice',
    topic: LICENCE_ENDS,
    endedBy: LICENCE_RENEWED,
    /** To everybody who keeps companies. */
    draft({ key, body }) {
      const { name, until, days } = body as unknown as LicenceEnds // written by companies alone
      return {
        about: key,
        params: {
          subject: name,
          day: until,
          outcome: { word: days < 0 ? 'companies.company.licenceEnded' : 'companies.company.licenceEnding' },
        },
        link: `${PAGE}?open=${key}&detail=documents`,
        may: ['companies.company:update'],
        ...(days < 0 ? { severity: 'warning' as const } : {}),
      }
    },
  },
  {
    name: 'companies.accountEntered',
    severity: 'warning',
    topic: ACCOUNT_ENTERED,
    endedBy: ACCOUNT_SETTLED,
    /** To everybody who may confirm it, except whoever entered it. */
    draft({ key, body }) {
      const { company, bank, ending, enteredBy, enteredById } = body as unknown as AccountEntered // as above
      return {
        about: key,
        params: { subject: company, bank, ending, name: enteredBy },
        link: `${PAGE}?part=accounts&open=${key}`,
        may: ['companies.bankAccount:confirm'],
        except: [enteredById],
      }
    },
  },
]
