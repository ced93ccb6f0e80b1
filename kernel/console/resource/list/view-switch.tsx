import { Button } from 'antd'
import { useTabQuery, withParams } from '../../module/tab-query.ts'
import { useWords } from '../../words/use-words.ts'
import type { ResourceSlots } from '../page-context.tsx'

type Views = NonNullable<ResourceSlots['views']>

/** Parameter of the URL that names the shown view; absent for the list. */
const VIEW = 'as'

/** Returns the view that the URL names, or nothing for the list itself. */
export function useShownView(views: ResourceSlots['views']): Views[number] | undefined {
  const [params] = useTabQuery()
  return views?.find(({ key }) => key === params.get(VIEW))
}

/** Draws the list and the other ways to show it, as links of one group. */
export function ViewSwitch({ views }: { views: Views }) {
  const [params, setParams] = useTabQuery()
  const { t } = useWords()
  const shown = params.get(VIEW) ?? ''
  const choices = [{ key: '', title: 'kit.listView' }, ...views]
  return choices.map(({ key, title }) => (
    <Button
      key={key}
      size="small"
      type={shown === key ? 'primary' : 'default'}
      aria-pressed={shown === key}
      onClick={() => setParams(before => withParams(before, { [VIEW]: key }))}
    >
      {t(title)}
    </Button>
  ))
}
