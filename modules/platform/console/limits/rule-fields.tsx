import { Skeleton, useModuleWords, useWords } from '@wattyard/console-kit'
import { MONEY_SIGN } from '@wattyard/resource'
import { Input, Switch } from 'antd'
import type { ApprovalRule } from '../../contract/calls/approval-rules.ts'
import { permissionOf, type TypedRules } from './rule-limits.ts'

interface RuleFieldsProps {
  readonly id: string
  readonly rules: readonly ApprovalRule[]
  readonly typed: TypedRules
  readonly wrong: ReadonlySet<string>
  readonly disabled: boolean
  readonly onChange: (typed: TypedRules) => void
}

/**
 * Draws the limit from which each command waits for approval: an amount, or a switch where it does not depend on one. A rule that holds
 * for some records only has a word of its own.
 */
export function RuleFields({ id, rules, typed, wrong, disabled, onChange }: RuleFieldsProps) {
  const { t, has } = useWords()
  // The words of a command belong to its module, on every page.
  const isSaid = useModuleWords(rules.map(({ resource }) => resource.split('.')[0] ?? ''))
  if (!isSaid) return <Skeleton lines={rules.length} />
  return (
    <fieldset className="pf-rules">
      <legend>{t('platform.limits.rules')}</legend>
      <p className="w-quiet">{t('platform.limits.rulesHint')}</p>
      {rules.map(rule => {
        const key = permissionOf(rule)
        const field = `${id}-${key}`
        const command = `${rule.resource}.${rule.command}`
        const value = typed[key]
        const isWrong = wrong.has(key)
        return (
          <div key={key} className="pf-rule">
            <label htmlFor={field}>
              {t(has(`${command}Waits`) ? `${command}Waits` : command)}{' '}
              <span className="w-quiet">{t(`${rule.resource}.noun`)}</span>
            </label>
            {typeof value === 'string' ? (
              <Input
                id={field}
                inputMode="decimal"
                value={value}
                disabled={disabled}
                prefix={MONEY_SIGN}
                placeholder={t('platform.limits.never')}
                status={isWrong ? 'error' : ''}
                aria-invalid={isWrong}
                aria-describedby={isWrong ? `${field}-wrong` : undefined}
                onChange={event => onChange({ ...typed, [key]: event.target.value })}
              />
            ) : (
              <span className="w-row">
                <Switch
                  id={field}
                  checked={value === true}
                  disabled={disabled}
                  onChange={on => onChange({ ...typed, [key]: on })}
                />
                <span className="w-quiet">{t(`platform.limits.${value === true ? 'twoPeople' : 'onePerson'}`)}</span>
              </span>
            )}
            {isWrong && (
              <p id={`${field}-wrong`} className="w-field-error">
                {t('platform.limits.wrong')}
              </p>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}
