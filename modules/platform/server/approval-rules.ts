import { type Route, serveCall, type ServerModule } from '@wattyard/server-kit'
import { type ApprovalRule, listApprovalRules } from '../contract/calls/approval-rules.ts'

/** Rules of all served resources, in the order of the modules. */
export function approvalRulesOf(modules: readonly Pick<ServerModule, 'resources'>[]): ApprovalRule[] {
  return modules
    .flatMap(module => module.resources ?? [])
    .flatMap(({ resource, secondPerson = {} }) =>
      Object.entries(secondPerson).map(([command, { from_fen, side }]) => ({
        resource: resource.name,
        command,
        // Limits are far below what a number holds exactly.
        own: from_fen === null ? null : Number(from_fen),
        movesMoney: side !== 'none',
      })),
    )
}

/** @param known the rules, once all modules are known */
export const approvalRulesRoute = (known: () => readonly ApprovalRule[]): Route =>
  serveCall(listApprovalRules, { work: 'read', handle: async () => ({ list: [...known()] }) })
