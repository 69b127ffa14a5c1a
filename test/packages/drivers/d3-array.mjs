// d3 arrays, scales, time formats
import { bin, extent, group, quantile } from 'd3-array';
import { scaleLinear, scaleTime } from 'd3-scale';
import { utcFormat } from 'd3-time-format';
console.log(extent([3, 1, 2]), quantile([1, 2, 3, 4], 0.3), bin().thresholds(3)([1, 2, 3, 9]).map((b) => b.length), [...group(['a', 'bb', 'c'], (s) => s.length)], scaleLinear([0, 10], [0, 1]).nice().ticks(5), utcFormat('%Y-%j %a')(new Date(0)), scaleTime([new Date(0), new Date(86400000)]).ticks(2).length);
