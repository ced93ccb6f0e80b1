import { allOf, ERASE, type TenantFates } from '@wattyard/server-kit'

export const HELP_FATES: TenantFates = allOf(ERASE, 'help_assistant', 'help_assistant_use')
