import { type Caller, Refusal, seesWholeTenant } from '@wattyard/server-kit'

/** What concerns everybody is not for who sees only a part. @throws Refusal `kernel.outsideScope` */
export function mustSeeWholeTenant(caller: Caller): void {
  if (!seesWholeTenant(caller)) throw new Refusal('kernel.outsideScope', { status: 403 })
}
