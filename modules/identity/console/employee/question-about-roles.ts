import { type FormSlotProps, type Question, useWords } from '@wattyard/console-kit'

/**
 * Returns what is asked before a person is saved without any role: somebody new, or somebody whose last role is taken away. It
 * is a question and no rule, because an account may be prepared before its role is known.
 */
export function useQuestionAboutRoles(): (form: FormSlotProps) => Question | null {
  const { t } = useWords()
  return ({ values, record, changed }) => {
    const hasRole = Array.isArray(values.roleIds) && values.roleIds.length > 0
    if (hasRole || values.userType === 'guest') return null
    if (record !== null && !changed.includes('roleIds')) return null
    const name = typeof values.displayName === 'string' ? values.displayName : ''
    return {
      title: t(record === null ? 'identity.employee.noRoleTitle' : 'identity.employee.lastRoleTitle', { name }),
      text: t('identity.employee.noRoleText', { name }),
      okText: t('identity.employee.saveWithoutRole'),
      cancelText: t('identity.employee.chooseRole'),
    }
  }
}
