import { Decimal, useWords } from '@wattyard/console-kit'
import { PERIOD_KINDS } from '@wattyard/time'
import { PeriodMark, totalOf } from '../period.tsx'
import { setBasePrice, usedPeriods } from './edit-model.ts'
import { useEditor } from './editor-context.tsx'
import { PriceInput } from './price-input.tsx'

/** Draws the two prices of each period, which apply to all day plans. */
export function PriceTable() {
  const { edit, readOnly, dispatch, setWrong } = useEditor()
  const { t } = useWords()
  const used = usedPeriods(edit)
  return (
    <table className="pr-prices">
      <caption>{t('pricing.editor.periodPrices')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('pricing.editor.period')}</th>
          <th scope="col">{t('pricing.electricity')}</th>
          <th scope="col">{t('pricing.service')}</th>
          <th scope="col" className="pr-right">
            {t('pricing.total')}
          </th>
        </tr>
      </thead>
      <tbody>
        {PERIOD_KINDS.filter(period => !readOnly || used.includes(period)).map(period => {
          const name = t(`pricing.period.${period}`)
          const pair = edit.base[period]
          return (
            <tr key={period} data-unused={used.includes(period) ? undefined : ''}>
              <th scope="row">
                <PeriodMark period={period} />
              </th>
              {(['electricity', 'service'] as const).map(part => (
                <td key={part}>
                  <PriceInput
                    label={`${name} ${t(`pricing.${part}`)}`}
                    value={pair[part]}
                    disabled={readOnly}
                    onType={text =>
                      dispatch({
                        type: 'typed',
                        edit: setBasePrice(edit, period, part, text),
                        input: `${period}.${part}`,
                      })
                    }
                    onTyped={() => dispatch({ type: 'typedAll' })}
                    onWrong={is => setWrong({ key: `${period}.${part}`, period, part }, is)}
                  />
                </td>
              ))}
              <td className="pr-right">
                <Decimal kind="price" value={totalOf(pair)} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
