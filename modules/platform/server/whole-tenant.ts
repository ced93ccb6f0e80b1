import { type Caller, Refusal } from '@wattyard/server-kit'

/** What concerns everybody is not for those who see only some operators, stations or investors. */
export function mustSeeWholeTenant({ scope }: Caller): void {
  if (scope.operators !== null || scope.stations !== null || scope.investors !== null)
    throw new Refusal('kernel.outsideScope', { status: 403 })
}
