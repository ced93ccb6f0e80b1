import { type Route, serveCall, type ServerModule } from '@wattyard/server-kit'
import { type ApprovalRule, listApprovalRules } from '../contract/calls/approval-rules.ts'

/** Returns the second-person rules of all served resources, in module order. */
export function approvalRulesOf(modules: readonly Pick<ServerModule, 'resources'>[]): ApprovalRule[] {
  return modules
    .flatMap(module => module.resources ?? [])
    .flatMap(({ resource, secondPerson = {} }) =>
      Object.entries(secondPerson).map(([command, { from_fen, side, switched }]) => ({
        resource: resource.name,
        command,
        // Limits are far below the largest exact number.
        own: from_fen === null ? null : Number(from_fen),
        hasLimit: side !== 'none' && !switched,
      })),
    )
}

/**
 * Returns the route that lists the rules.
 * @param known returns the rules, after all modules are registered
 */
export const approvalRulesRoute = (known: () => readonly ApprovalRule[]): Route =>
  serveCall(listApprovalRules, { work: 'read', handle: async () => ({ list: [...known()] }) })
