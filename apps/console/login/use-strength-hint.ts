import { useQuery } from '@tanstack/react-query'
import { api, useWords } from '@wattyard/console-kit'
import { type PasswordStrength, readPublicInfo } from '@wattyard/identity/contract'

/** Reads the public facts about the installation, once per language. */
export function usePublicInfo() {
  const { language } = useWords()
  return useQuery({
    queryKey: ['public-info', language],
    queryFn: async ({ signal }) => api.call(readPublicInfo, {}, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Returns the minimum rule for passwords; stricter rules of a company are not shown to strangers. */
export function useStrengthHint(): string | undefined {
  const { t } = useWords()
  const strength = usePublicInfo().data?.passwordStrength
  return strength && strengthText(t, strength)
}

export function strengthText(t: ReturnType<typeof useWords>['t'], { minLength, kinds }: PasswordStrength): string {
  return [
    t('shell.login.ruleLength', { limit: minLength }),
    ...(kinds > 1 ? [t('shell.login.ruleKinds', { limit: kinds })] : []),
    t('shell.login.ruleMore'),
  ].join(' · ')
}
