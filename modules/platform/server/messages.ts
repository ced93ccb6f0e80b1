import { fen, formatFen } from '@wattyard/money'
import { permissionForAll } from '@wattyard/resource'
import type { MessageDraft, MessageKind, MessageParam } from '@wattyard/server-kit'
import { approval, wordOfInstead } from '../contract/approval.ts'
import { VERIFIED_WITHIN_DAYS } from '../contract/backup.ts'
import {
  APPROVAL_ASKED,
  APPROVAL_DECIDED,
  APPROVAL_ENDED,
  type ApprovalAsked,
  type ApprovalDecided,
  BACKUP_FAILED,
  BACKUP_MADE,
  BACKUP_OVERDUE,
  type BackupOverdue,
  LIMIT_SKIRTED,
  LIMITS_CHANGED,
  type LimitSkirted,
  type LimitsChanged,
} from '../contract/events.ts'

/** Returns a command with the amount that it is about. */
function commandOf(resource: string, command: string, amount: string | null | undefined): MessageParam {
  const named = { word: wordOfInstead(resource, command) }
  return amount ? { word: 'platform.approvals.moving', with: { command: named, amount: { money: amount } } } : named
}

/** Returns the message to whoever asked: how the request ended, by whom and why, and where to see it. */
function toAsker(
  about: string,
  { resource, command, amount, subject, note, decidedBy, next, askerId }: ApprovalDecided,
  more: MessageDraft['params'],
): MessageDraft {
  return {
    about,
    params: {
      command: commandOf(resource, command, amount),
      // The reason belongs to what was asked for, and there is not always one.
      subject: note ? `${subject} · ${note}` : subject,
      name: decidedBy ?? { word: 'platform.approvals.system' },
      ...more,
    },
    link: next ?? '/home?approvals=decided',
    people: [askerId],
  }
}

export const PLATFORM_MESSAGES: readonly MessageKind[] = [
  {
    name: 'platform.approvalAsked',
    severity: 'warning',
    topic: APPROVAL_ASKED,
    endedBy: APPROVAL_ENDED,
    /** To everybody who could run the command, except the requester. */
    draft({ key, body }) {
      const asked = body as unknown as ApprovalAsked // written by platform alone
      const command = commandOf(asked.resource, asked.command, asked.amount)
      return {
        about: key,
        params: { command, subject: asked.subject, name: asked.askedBy },
        link: '/home?approvals=1',
        may: [`${asked.resource}:${asked.command}`, 'platform.approval:approve', permissionForAll(approval)],
        operatorId: asked.operatorId,
        stationId: asked.stationId,
        except: [asked.askerId],
      }
    },
  },
  {
    name: 'platform.approvalDecided',
    severity: 'notice',
    topic: APPROVAL_DECIDED,
    draft({ key, body }) {
      const decided = body as unknown as ApprovalDecided // as above
      if (decided.instead !== undefined) return null
      const outcome = { word: `platform.approval.stateValue.${decided.state}` }
      return toAsker(key, decided, { outcome })
    },
  },
  {
    name: 'platform.approvalOvertaken',
    severity: 'notice',
    topic: APPROVAL_DECIDED,
    /** Nobody decided on the request: somebody did something else with its record. */
    draft({ key, body }) {
      const decided = body as unknown as ApprovalDecided // as above
      if (decided.instead === undefined) return null
      return toAsker(key, decided, { instead: commandOf(decided.resource, decided.instead, decided.insteadAmount) })
    },
  },
  {
    name: 'platform.limitSkirted',
    severity: 'warning',
    topic: LIMIT_SKIRTED,
    compulsory: true,
    /** Once a day per person, to those who govern the limits, except that person. */
    draft({ body }) {
      const seen = body as unknown as LimitSkirted // written by platform alone
      return {
        about: `${seen.personId}:${new Date(seen.at).toISOString().slice(0, 10)}`,
        params: { name: seen.name, times: String(seen.count), sum: { money: formatFen(fen(BigInt(seen.sum_fen))) } },
        link: '/home?approvals=1',
        may: ['platform.setting:update', 'platform.approval:approve'],
        except: [seen.personId],
      }
    },
  },
  {
    name: 'platform.limitsChanged',
    severity: 'warning',
    topic: LIMITS_CHANGED,
    compulsory: true,
    /** Each change immediately, to all others who govern the limits, so that even a short change is noticed. */
    draft({ body }) {
      const seen = body as unknown as LimitsChanged // written by platform alone
      return {
        about: `${seen.key}:${seen.version}`,
        params: { name: seen.name },
        link: '/console/log',
        may: ['platform.setting:update', 'platform.approval:approve'],
        except: [seen.personId],
      }
    },
  },
  {
    name: 'platform.backupFailed',
    severity: 'critical',
    topic: BACKUP_FAILED,
    endedBy: BACKUP_MADE,
    compulsory: true,
    draft: ({ key }) => ({
      about: key,
      params: {},
      link: '/sysconfig/cfgSchedule?part=backups',
      may: ['platform.backup:read'],
    }),
  },
  {
    name: 'platform.backupOverdue',
    severity: 'critical',
    topic: BACKUP_OVERDUE,
    compulsory: true,
    /** Once a day while it lasts, also to people who have read an earlier message. */
    draft: ({ body }) => ({
      about: new Date((body as unknown as BackupOverdue).at).toISOString().slice(0, 10), // written by platform alone
      params: { days: String(VERIFIED_WITHIN_DAYS) },
      link: '/sysconfig/cfgSchedule?part=backups',
      may: ['platform.backup:read'],
    }),
  },
]
