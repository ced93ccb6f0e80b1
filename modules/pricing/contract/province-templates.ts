/**
 * How far a template is verified. `two-sources`: two independent collections give the identical day for all twelve
 * months. `single-source`: there is no second schedule to compare with. `conflicting`: a second one says otherwise.
 * None is a notice of the grid company: the operator confirms a template against it before use.
 */
export type TemplateMark = 'two-sources' | 'single-source' | 'conflicting'

export type TemplateDoubtCode =
  /** A second collection has another schedule, in `months` where it is known in which. */
  | 'second-source-differs'
  /** A second collection leaves part of the day open in these months, and so cannot confirm them. */
  | 'second-source-has-gap'
  /** The second collection covers another user class only. */
  | 'second-source-other-class'
  /** Listed without any time-of-use schedule in early 2026. */
  | 'listed-without-tou'
  /** Said to settle at spot prices since March 2025, without a fixed schedule. */
  | 'spot-settlement'
  /** The province has several grid areas and the document does not say here which one it is for. */
  | 'grid-area-unclear'
  | 'newer-schedule-seen'
  | 'newer-document-seen'

export type TemplateDoubt = { readonly code: TemplateDoubtCode; readonly months?: readonly number[] }

/** 48 half-hours from 00:00, one period letter each. */
export type TemplateSeason = { readonly months: readonly number[]; readonly slots: string }

/**
 * A province's published time-of-use calendar for industrial and commercial users. Base calendar only: rows for
 * holidays, weekends and heat are not in it, and prices are the operator's own.
 */
export type ProvinceTemplate = {
  readonly key: string
  readonly name: { readonly zh: string; readonly en: string; readonly es: string }
  /** Number of the provincial price document. */
  readonly document: string
  readonly mark: TemplateMark
  readonly doubts: readonly TemplateDoubt[]
  readonly seasons: readonly TemplateSeason[]
}

/** Month up to which the collections were read. */
export const TEMPLATES_AS_OF = '2026-02'

const ALL_YEAR: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

function template(
  key: string,
  name: ProvinceTemplate['name'],
  document: string,
  mark: TemplateMark,
  doubts: readonly TemplateDoubt[],
  seasons: readonly TemplateSeason[],
): ProvinceTemplate {
  return { key, name, document, mark, doubts, seasons }
}

/** Facts of the documents named in each row. */
export const PROVINCE_TEMPLATES: readonly ProvinceTemplate[] = [
  template(
    'anhui',
    { zh: '安徽', en: 'Anhui', es: 'Anhui' },
    '皖发改价格[2025]302号',
    'conflicting',
    [{ code: 'second-source-differs', months: ALL_YEAR }],
    [
      { months: [1, 12], slots: 'GGGGGGGGGGGGPPPPPPPPPPPPGGGGPPFFFFFFFFFFFFFFFFGG' },
      { months: [2, 3, 4, 5, 6, 10, 11], slots: 'GGGGGGGGGGGGFFFFPPPPPPGGGGGGPPPPFFFFFFFFFFFFPPGG' },
      { months: [7, 8, 9], slots: 'PPPPGGGGGGGGGGGGGGPPPPGGGGPPPPPPFFFFFFFFFFFFFFFF' },
    ],
  ),
  template(
    'beijing',
    { zh: '北京', en: 'Beijing', es: 'Pekín' },
    '京发改规[2023]11号',
    'conflicting',
    [{ code: 'second-source-differs', months: [7, 8] }],
    [
      { months: [1, 12], slots: 'GGGGGGGGGGGGGGPPPPPPFFFFFFPPPPPPPPFFJJJJJJFFPPGG' },
      { months: [2, 3, 4, 5, 6, 9, 10, 11], slots: 'GGGGGGGGGGGGGGPPPPPPFFFFFFPPPPPPPPFFFFFFFFFFPPGG' },
      { months: [7, 8], slots: 'GGGGGGGGGGGGGGPPPPPPFFJJJJPPPPPPJJFFFFFFFFFFPPGG' },
    ],
  ),
  template(
    'chongqing',
    { zh: '重庆', en: 'Chongqing', es: 'Chongqing' },
    '渝发改规范[2021]14号',
    'single-source',
    [{ code: 'listed-without-tou' }],
    [
      { months: [1, 7, 8, 12], slots: 'GGGGGGGGGGGGGGGGPPPPPPFFJJJJFFFFFFPPPPPPFFFFPPPP' },
      { months: [2, 3, 4, 5, 6, 9, 10, 11], slots: 'GGGGGGGGGGGGGGGGPPPPPPFFFFFFFFFFFFPPPPPPFFFFPPPP' },
    ],
  ),
  template(
    'gansu',
    { zh: '甘肃', en: 'Gansu', es: 'Gansu' },
    '甘发改价格[2024]424号',
    'two-sources',
    [],
    [{ months: ALL_YEAR, slots: 'PPPPPPPPPPPPFFFFPPPPGGGGGGGGGGGGPPPPFFFFFFFFFFPP' }],
  ),
  template(
    'guangdong',
    { zh: '广东', en: 'Guangdong', es: 'Guangdong' },
    '粤发改价格[2021]331号',
    'two-sources',
    [],
    [
      { months: [1, 2, 3, 4, 5, 6, 10, 11, 12], slots: 'GGGGGGGGGGGGGGGGPPPPFFFFPPPPFFFFFFFFFFPPPPPPPPPP' },
      { months: [7, 8, 9], slots: 'GGGGGGGGGGGGGGGGPPPPFFJJPPPPFFJJJJFFFFPPPPPPPPPP' },
    ],
  ),
  template(
    'guangxi',
    { zh: '广西', en: 'Guangxi', es: 'Guangxi' },
    '桂发改价格[2023]609号',
    'single-source',
    [{ code: 'listed-without-tou' }],
    [{ months: ALL_YEAR, slots: 'GGGGGGGGGGGGGGPPPPPPPPFFFFPPPPPPPPFFFFFFFFFFFFGG' }],
  ),
  template(
    'guizhou',
    { zh: '贵州', en: 'Guizhou', es: 'Guizhou' },
    '黔发改价格[2023]481号',
    'conflicting',
    [{ code: 'second-source-differs' }],
    [{ months: ALL_YEAR, slots: 'GGGGGGGGGGGGGGGGPPPPFFFFFFPPPPPPPPFFFFFFFFFFPPPP' }],
  ),
  template(
    'hainan',
    { zh: '海南', en: 'Hainan', es: 'Hainan' },
    '琼发改规[2021]18号',
    'conflicting',
    [{ code: 'second-source-differs', months: [5, 6, 7] }],
    [
      { months: [1, 2, 3, 4, 8, 9, 10, 11, 12], slots: 'GGGGGGGGGGGGGGPPPPPPFFFFPPPPPPPPFFFFFFFFFFFFPPGG' },
      { months: [5, 6, 7], slots: 'GGGGGGGGGGGGGGPPPPPPFFFFPPPPPPPPFFFFFFFFJJJJPPGG' },
    ],
  ),
  template(
    'hebei-south',
    { zh: '河北（南网）', en: 'Hebei (south grid)', es: 'Hebei (red sur)' },
    '冀发改能价[2025]1115号',
    'two-sources',
    [],
    [
      { months: [1, 2, 12], slots: 'PPPPGGGGGGGGPPFFFFPPPPGGGGGGGGPPPPJJJJFFFFFFFFPP' },
      { months: [3, 4, 5], slots: 'PPPPPPGGGGGGGGPPPPPPPPGGSSSSSSPPFFFFFFFFFFFFFFFF' },
      { months: [6, 7, 8], slots: 'PPGGGGGGGGGGGGPPPPPPPPPPGGGGPPPPFFFFFFJJJJJJFFFF' },
      { months: [9, 10, 11], slots: 'PPPPGGGGGGGGPPPPPPPPPPGGSSSSGGPPFFFFFFFFFFFFFFFF' },
    ],
  ),
  template(
    'hebei-1711',
    { zh: '河北（1711号文）', en: 'Hebei (doc. 1711)', es: 'Hebei (doc. 1711)' },
    '冀发改能价[2023]1711号',
    'conflicting',
    [{ code: 'grid-area-unclear' }, { code: 'second-source-differs' }],
    [
      { months: [1, 11, 12], slots: 'PPGGGGGGGGGGGGPPFFFFPPPPGGGGPPPPFFJJJJFFFFFFPPPP' },
      { months: [2, 3, 4, 5, 9, 10], slots: 'PPGGGGGGGGGGGGPPFFFFPPPPGGGGPPPPFFFFFFFFFFFFPPPP' },
      { months: [6, 7, 8], slots: 'GGGGGGGGGGGGGGPPPPPPFFFFPPPPPPPPFFJJJJJJFFFFPPGG' },
    ],
  ),
  template(
    'heilongjiang',
    { zh: '黑龙江', en: 'Heilongjiang', es: 'Heilongjiang' },
    '黑发改价格函[2024]291号',
    'two-sources',
    [],
    [{ months: ALL_YEAR, slots: 'GGGGGGGGGGGPPPFFPPFFFFFPGGGGPPPFFFFFFFFFPPPPPPPG' }],
  ),
  template(
    'henan',
    { zh: '河南', en: 'Henan', es: 'Henan' },
    '豫发改价管[2024]283号',
    'two-sources',
    [],
    [
      { months: [1, 12], slots: 'GGGGGGGGGGGGGGPPPPPPPPPPPPPPPPPPFFJJJJFFFFFFFFFF' },
      { months: [2, 6], slots: 'GGGGGGGGGGGGGGPPPPPPPPPPPPPPPPPPFFFFFFFFFFFFFFFF' },
      { months: [3, 4, 5, 9, 10, 11], slots: 'GGGGGGGGGGGGPPPPPPPPPPGGGGGGPPPPFFFFFFFFFFFFFFFF' },
      { months: [7, 8], slots: 'GGGGGGGGGGGGGGPPPPPPPPPPPPPPPPPPFFFFFFFFJJJJJJFF' },
    ],
  ),
  template(
    'hubei',
    { zh: '湖北', en: 'Hubei', es: 'Hubei' },
    '鄂发改价管[2024]77号',
    'conflicting',
    [{ code: 'second-source-differs', months: [1, 2, 3, 4, 5, 6, 9, 10, 11, 12] }],
    [
      { months: [1, 2, 3, 4, 5, 6, 9, 10, 11, 12], slots: 'GGGGGGGGGGGGPPPPPPPPPPPPGGGGPPPPFFFFJJJJFFFFFFFF' },
      { months: [7, 8], slots: 'GGGGGGGGGGGGPPPPPPPPPPPPGGGGPPPPFFFFFFFFJJJJFFFF' },
    ],
  ),
  template(
    'hunan',
    { zh: '湖南', en: 'Hunan', es: 'Hunan' },
    '湘发改价调[2025]385号',
    'two-sources',
    [],
    [
      { months: [1, 12], slots: 'GGGGGGGGGGGGPPPPPPPPPPPPGGGGPPPPFFFFJJJJJJJJFFFF' },
      { months: [2, 3, 4, 5, 6, 9, 10, 11], slots: 'GGGGGGGGGGGGPPPPPPPPPPPPGGGGPPPPFFFFFFFFFFFFFFFF' },
      { months: [7, 8], slots: 'GGGGGGGGGGGGPPPPPPPPPPPPGGGGPPPPFFFFFFFFJJJJJJJJ' },
    ],
  ),
  template(
    'jilin',
    { zh: '吉林', en: 'Jilin', es: 'Jilin' },
    '吉发改价格[2025]11号',
    'two-sources',
    [],
    [{ months: ALL_YEAR, slots: 'GGGGGGGGGGPPPPPPFFFFPPGGGGGGPPPPFFFFFFFFFFPPPPGG' }],
  ),
  template(
    'jiangsu',
    { zh: '江苏', en: 'Jiangsu', es: 'Jiangsu' },
    '苏发改价格发[2025]426号',
    'two-sources',
    [],
    [
      { months: [1, 2, 6, 7, 8, 12], slots: 'GGGGGGGGGGGGPPPPPPPPPPGGGGPPFFFFFFFFFFFFFFFFPPPP' },
      { months: [3, 4, 5, 9, 10, 11], slots: 'PPPPGGGGGGGGPPPPPPPPGGGGGGGGPPFFFFFFFFFFFFFFPPPP' },
    ],
  ),
  template(
    'jiangxi',
    { zh: '江西', en: 'Jiangxi', es: 'Jiangxi' },
    '赣发改价管[2025]463号',
    'conflicting',
    [{ code: 'second-source-has-gap', months: [3, 4, 5, 6, 7, 8, 9, 10, 11] }],
    [
      { months: [1, 12], slots: 'GGGGGGGGGGGGPPPPPPFFFFFFPPPPPPPPPPPPJJJJFFPPPPPP' },
      { months: [2], slots: 'GGGGGGGGGGGGPPPPPPPPPPPPPPPPPPPPFFFFFFFFFFFFPPPP' },
      { months: [3, 4, 5, 6, 10, 11], slots: 'PPGGGGGGGGPPPPPPPPPPPPPGSSSSGPPPFFFFFFFFFFFFPPPP' },
      { months: [7, 8], slots: 'PPGGGGGGGGPPPPPPPPPPPPPGSSSSGPPPPPFFFFFFFJJJJFPP' },
      { months: [9], slots: 'PPGGGGGGGGPPPPPPPPPPPPPGSSSSGPPPPPFFFFFFFFFFFFPP' },
    ],
  ),
  template(
    'liaoning',
    { zh: '辽宁', en: 'Liaoning', es: 'Liaoning' },
    '辽发改价格[2023]441号',
    'single-source',
    [{ code: 'spot-settlement' }],
    [
      { months: [1, 12], slots: 'GGGGGGGGGGPPPPPFFFFFFPPGGPPPPPPPFFJJJJFFFFPPGGGG' },
      { months: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11], slots: 'GGGGGGGGGGPPPPPFFFFFFPPGGPPPPPPPFFFFFFFFFFPPGGGG' },
    ],
  ),
  template(
    'inner-mongolia-1630',
    { zh: '内蒙古（1630号文）', en: 'Inner Mongolia (doc. 1630)', es: 'Mongolia Interior (doc. 1630)' },
    '内发改价费字[2023]1630号',
    'conflicting',
    [{ code: 'grid-area-unclear' }, { code: 'second-source-differs' }],
    [
      { months: [1, 2, 3, 4, 5, 9, 10, 11, 12], slots: 'GGGGGGGGPPPPFFFFPPPPPPGGGGGGGGGGPPPPFFFFFFFFPPPP' },
      { months: [6, 7, 8], slots: 'PPPPPPPPPPPPFFFFPPPPPPGGGGSSSSGGPPPPFFJJJJFFPPPP' },
    ],
  ),
  template(
    'inner-mongolia-1631',
    { zh: '内蒙古（1631号文）', en: 'Inner Mongolia (doc. 1631)', es: 'Mongolia Interior (doc. 1631)' },
    '内发改价费字[2023]1631号',
    'conflicting',
    [{ code: 'grid-area-unclear' }, { code: 'second-source-differs' }],
    [
      { months: [1, 2, 3, 4, 5, 9, 10, 11, 12], slots: 'GGGGGGGGGGPPFFFFFFPPPPGGGGGGPPPPPPFFFFFFFFFFPPPP' },
      { months: [6, 7, 8], slots: 'GGGGGGGGGGPPFFFFFFPPPPGGSSSSPPPPPPFFJJJJFFFFPPPP' },
    ],
  ),
  template(
    'ningxia',
    { zh: '宁夏', en: 'Ningxia', es: 'Ningxia' },
    '宁发改价格(管理)[2023]7号',
    'two-sources',
    [],
    [{ months: ALL_YEAR, slots: 'PPPPPPPPPPPPPPFFFFGGGGGGGGGGGGGGGGFFFFFFFFFFFFPP' }],
  ),
  template(
    'qinghai',
    { zh: '青海', en: 'Qinghai', es: 'Qinghai' },
    '青发改价格[2024]179号',
    'two-sources',
    [],
    [{ months: ALL_YEAR, slots: 'PPPPPPPPPPPPPPFFFFGGGGGGGGGGGGGGGGFFFFFFFFFFFFPP' }],
  ),
  template(
    'shandong',
    { zh: '山东', en: 'Shandong', es: 'Shandong' },
    '鲁发改价格[2023]914号',
    'conflicting',
    [{ code: 'second-source-differs', months: ALL_YEAR }],
    [
      { months: [1, 2, 12], slots: 'PPPPGGGGGGGGPPFFFFPPGGSSSSSSGGPPJJJJJJFFFFPPPPPP' },
      { months: [3, 4, 5], slots: 'PPPPPPPPPPPPPPPPPPPPGGSSSSSSGGPPPPJJJJJJFFFFPPPP' },
      { months: [6], slots: 'PPPPPPPPPPPPPPGGGGGGGGGGPPPPPPPPFFJJJJJJJJJJFFPP' },
      { months: [7, 8], slots: 'PPGGGGGGGGGGPPPPPPPPPPPPPPPPPPPPFFJJJJJJJJJJFFPP' },
      { months: [9, 10, 11], slots: 'PPPPPPPPPPPPPPPPPPPPGGSSSSSSGGPPFFJJJJFFFFPPPPPP' },
    ],
  ),
  template(
    'shanxi',
    { zh: '山西', en: 'Shanxi', es: 'Shanxi' },
    '晋发改商品发[2021]479号',
    'conflicting',
    [{ code: 'second-source-differs', months: [1, 7, 8, 12] }],
    [
      { months: [1, 7, 8, 12], slots: 'GGGGGGGGGGGGGGPPFFFFFFGGGGPPPPPPPPFFJJJJFFFFFFPP' },
      { months: [2, 3, 4, 5, 6, 9, 10, 11], slots: 'GGGGGGGGGGGGGGPPFFFFFFGGGGPPPPPPPPFFFFFFFFFFFFPP' },
    ],
  ),
  template(
    'shaanxi',
    { zh: '陕西', en: 'Shaanxi', es: 'Shaanxi' },
    '陕发改价格[2025]1034号',
    'two-sources',
    [],
    [
      { months: [1, 12], slots: 'GGGGGGGGGGGGPPPPPPPPPPGGGGGGPPPPFFFFJJJJFFFFFFPP' },
      { months: [2, 3, 4, 5, 6, 9, 10, 11], slots: 'GGGGGGGGGGGGPPPPPPPPPPGGGGGGPPPPFFFFFFFFFFFFFFPP' },
      { months: [7, 8], slots: 'GGGGGGGGGGGGPPPPPPPPPPGGGGGGPPPPFFFFFFJJJJFFFFPP' },
    ],
  ),
  template(
    'shanghai-single-part',
    { zh: '上海（单一制）', en: 'Shanghai (single-part)', es: 'Shanghái (tarifa simple)' },
    '沪发改价管[2022]50号,沪发改价管[2024]28号',
    'single-source',
    [{ code: 'second-source-other-class' }],
    [{ months: ALL_YEAR, slots: 'GGGGGGGGGGGGFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFGGGG' }],
  ),
  template(
    'shanghai-two-part',
    { zh: '上海（两部制）', en: 'Shanghai (two-part)', es: 'Shanghái (tarifa binómica)' },
    '沪发改价管[2022]50号,沪发改价管[2024]28号',
    'conflicting',
    [{ code: 'second-source-differs' }],
    [
      { months: [1, 12], slots: 'GGGGGGGGGGGGPPPPFFFFFFPPPPPPPPPPPPPPFFJJJJPPGGGG' },
      { months: [2, 3, 4, 5, 6, 10, 11], slots: 'GGGGGGGGGGGGPPPPFFFFFFPPPPPPPPPPPPPPFFFFFFPPGGGG' },
      { months: [7, 8], slots: 'GGGGGGGGGGGGPPPPFFFFFFFFJJJJFFPPPPPPFFFFFFPPGGGG' },
      { months: [9], slots: 'GGGGGGGGGGGGPPPPFFFFFFFFFFFFFFPPPPPPFFFFFFPPGGGG' },
    ],
  ),
  template(
    'sichuan',
    { zh: '四川', en: 'Sichuan', es: 'Sichuan' },
    '川发改价格[2025]185号',
    'conflicting',
    [{ code: 'second-source-differs', months: [2, 7, 8, 9] }],
    [
      { months: [1, 2, 12], slots: 'GGGGGGGGGGGGGGGGPPPPFFFFPPPPPPPPFFFFFFFFFFFFPPPP' },
      { months: [3, 4, 5, 6, 10, 11], slots: 'GGGGGGGGGGGGGGGGPPPPFFFFPPPPPPPPPPFFFFFFFFFFGGGG' },
      { months: [7, 8], slots: 'PPGGGGGGGGGGGGPPPPPPPPFFFFJJFFFFFFFFPPPPFFJJJJPP' },
      { months: [9], slots: 'PPGGGGGGGGGGGGPPPPPPPPFFFFFFFFFFFFFFPPPPFFFFFFPP' },
    ],
  ),
  template(
    'tianjin',
    { zh: '天津', en: 'Tianjin', es: 'Tianjin' },
    '津发改价综[2021]395号',
    'conflicting',
    [{ code: 'newer-schedule-seen' }, { code: 'second-source-differs' }],
    [{ months: ALL_YEAR, slots: 'GGGGGGGGGGGGGGPPPPFFFFFFPPPPPPPPFFFFFFFFFFPPPPGG' }],
  ),
  template(
    'tibet',
    { zh: '西藏', en: 'Tibet', es: 'Tíbet' },
    '藏政办发[2023]28号',
    'single-source',
    [{ code: 'listed-without-tou' }],
    [
      { months: [1, 2, 3, 4, 11, 12], slots: 'PPPPPPPPPPPPPPPPPPFFFFFFFFPPPPPPPPPPPPJJJJJJFFFF' },
      { months: [5, 6, 7, 8, 9, 10], slots: 'PPPPPPSSSSSSPPPPPPPPPPGGGGGGGGGGGGPPPPPPPPPPPPPP' },
    ],
  ),
  template(
    'xinjiang',
    { zh: '新疆', en: 'Xinjiang', es: 'Xinjiang' },
    '新发改规[2023]11号',
    'conflicting',
    [{ code: 'second-source-differs' }],
    [
      { months: [1, 11, 12], slots: 'PPPPPPPPGGGGGGGGFFFFFFPPPPGGGGGGGGPPPPJJJJFFFFFF' },
      { months: [2, 3, 4, 9, 10], slots: 'PPPPPPPPGGGGGGGGFFFFFFPPPPGGGGGGGGPPPPFFFFFFFFFF' },
      { months: [5, 6, 8], slots: 'PPPPPPPPGGGGGGGGFFFFFFPPPPGGSSSSGGPPPPFFFFFFFFFF' },
      { months: [7], slots: 'PPPPPPPPGGGGGGGGFFFFFFPPPPGGSSSSGGPPPPFFFFJJJJFF' },
    ],
  ),
  template(
    'yunnan',
    { zh: '云南', en: 'Yunnan', es: 'Yunnan' },
    '云发改价格[2024]924号',
    'two-sources',
    [],
    [{ months: ALL_YEAR, slots: 'PPPPGGGGGGGGPPFFFFPPPPPPGGGGGGGGPPPPFFFFFFFFFFFF' }],
  ),
  template(
    'zhejiang',
    { zh: '浙江', en: 'Zhejiang', es: 'Zhejiang' },
    '浙发改价格[2024]21号',
    'conflicting',
    [{ code: 'second-source-differs' }, { code: 'newer-document-seen' }],
    [
      { months: [1, 7, 8, 12], slots: 'GGGGGGGGGGGGGGGGFFJJJJGGGGPPPPJJJJFFFFFFFFFFFFPP' },
      { months: [2, 3, 4, 5, 6, 9, 10, 11], slots: 'GGGGGGGGGGGGGGGGFFFFFFGGGGFFFFFFFFPPPPPPPPPPPPPP' },
    ],
  ),
  template(
    'fujian',
    { zh: '福建', en: 'Fujian', es: 'Fujian' },
    '闽发改规[2023]8号',
    'conflicting',
    [{ code: 'second-source-differs', months: [7, 8, 9] }],
    [
      { months: [1, 2, 3, 4, 5, 6, 10, 11, 12], slots: 'GGGGGGGGGGGGGGGGPPPPFFFFPPPPPPFFFFFFFFFFPPFFPPPP' },
      { months: [7, 8, 9], slots: 'GGGGGGGGGGGGGGGGPPPPFFJJPPPPPPFFFFJJFFFFPPFFPPPP' },
    ],
  ),
  template(
    'shenzhen',
    { zh: '深圳', en: 'Shenzhen', es: 'Shenzhen' },
    '深发改[2021]1005号',
    'two-sources',
    [],
    [
      { months: [1, 2, 3, 4, 5, 6, 10, 11, 12], slots: 'GGGGGGGGGGGGGGGGPPPPFFFFPPPPFFFFFFFFFFPPPPPPPPPP' },
      { months: [7, 8, 9], slots: 'GGGGGGGGGGGGGGGGPPPPFFJJPPPPFFJJJJFFFFPPPPPPPPPP' },
    ],
  ),
]
