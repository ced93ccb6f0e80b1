import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, type FormSlotProps, linkToRecord, useSettled, useWords } from '@wattyard/console-kit'
import { Link } from 'react-router'
import { findSimilar } from '../contract/calls/similar.ts'
import { company } from '../contract/company.ts'

/** Warns under the form of a company of others with a similar name: it may be there already. */
export function SimilarCompanies({ values, record }: FormSlotProps) {
  const { t } = useWords()
  const name = useSettled(typeof values.name === 'string' ? values.name.trim() : '')
  const input = { name, ...(record === null ? {} : { except: record.id }) }
  const { data } = useQuery({
    queryKey: [company.name, 'similar', input],
    queryFn: ({ signal }) => api.call(findSimilar, input, { signal, quiet: true }),
    enabled: name.length >= 2,
    placeholderData: keepPreviousData,
  })
  const list = name.length < 2 ? [] : (data?.list ?? [])
  if (list.length === 0) return null
  return (
    <output className="w-banner" data-tone="wait">
      {t('companies.page.similar')}{' '}
      {list.map(({ id, name: other, taxNumber }, at) => {
        const shown = taxNumber === null ? other : `${other} (${taxNumber})`
        const to = linkToRecord(company.name, id)
        return (
          <span key={id}>
            {at > 0 && ' · '}
            {to === undefined ? shown : <Link to={to}>{shown}</Link>}
          </span>
        )
      })}
    </output>
  )
}
