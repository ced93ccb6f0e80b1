import { type Caller, Refusal, seesWholeTenant } from '@wattyard/server-kit'

/** @throws Refusal `kernel.outsideScope` for callers who see only a part of the tenant */
export function mustSeeWholeTenant(caller: Caller): void {
  if (!seesWholeTenant(caller)) throw new Refusal('kernel.outsideScope', { status: 403 })
}
