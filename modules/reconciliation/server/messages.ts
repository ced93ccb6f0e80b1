import { fen, formatFen } from '@wattyard/money'
import type { MessageKind } from '@wattyard/server-kit'
import {
  DIFFERENCE_ASSIGNED,
  DIFFERENCE_ENDED,
  type DifferenceAssigned,
  DIFFERENCES_FOUND,
  type DifferencesFound,
  FILE_FAULTY,
  type FileFaulty,
} from '../contract/events.ts'

const PAGE = '/cwdata4/TradeNBill'
const moneyOf = (amount_fen: string) => ({ money: formatFen(fen(BigInt(amount_fen))) })

export const RECONCILIATION_MESSAGES: readonly MessageKind[] = [
  {
    name: 'reconciliation.differencesFound',
    severity: 'warning',
    topic: DIFFERENCES_FOUND,
    /** To everybody who may end one, except whoever asked and sees them now. */
    draft({ key, body }) {
      const { channel, firstDay, lastDay, count, amount_fen, askerId } = body as unknown as DifferencesFound // written by us alone
      return {
        about: key,
        params: {
          subject: firstDay === lastDay ? `${channel} ${firstDay}` : `${channel} ${firstDay} – ${lastDay}`,
          count: String(count),
          amount: moneyOf(amount_fen),
        },
        link: `${PAGE}?part=results&f.standing=difference&f.day.from=${firstDay}&f.day.to=${lastDay}`,
        may: ['reconciliation.outcome:remedy'],
        except: askerId === null ? [] : [askerId],
      }
    },
  },
  {
    name: 'reconciliation.fileFaulty',
    severity: 'warning',
    topic: FILE_FAULTY,
    /** To everybody who may send another one. */
    draft({ key, body }) {
      const { name, channel, fault } = body as unknown as FileFaulty // as above
      return {
        about: key,
        params: { subject: name, name: channel, reason: { word: `reconciliation.file.faultValue.${fault}` } },
        link: `${PAGE}?part=files&open=${key}`,
        may: ['reconciliation.file:create'],
      }
    },
  },
  {
    name: 'reconciliation.differenceAssigned',
    severity: 'notice',
    topic: DIFFERENCE_ASSIGNED,
    endedBy: DIFFERENCE_ENDED,
    /** To whom it was given, unless they took it themselves. */
    draft({ key, body }) {
      const { subject, amount_fen, ownerId, byId, by } = body as unknown as DifferenceAssigned // as above
      if (ownerId === byId) return null
      return {
        about: key,
        params: { subject, amount: moneyOf(amount_fen), name: by },
        link: `${PAGE}?part=results&open=${key}`,
        people: [ownerId],
      }
    },
  },
]
