(function(){'use strict';
var root=document.documentElement;
var scheme=document.getElementById('scheme');
var names=['automatic','light','dark'];
function show(name){if(name==='automatic'){root.removeAttribute('data-theme');}else{root.setAttribute('data-theme',name);}
scheme.textContent='Colours: '+name;}
scheme.hidden=false;
scheme.addEventListener('click',function(){var now=root.getAttribute('data-theme')||'automatic';show(names[(names.indexOf(now)+1)%3]);});
show('automatic');
document.querySelectorAll('table.sorts').forEach(function(table){
table.querySelectorAll('thead th').forEach(function(head,column){
if(!head.textContent){return;}
var button=document.createElement('button');button.type='button';button.textContent=head.textContent;
head.textContent='';head.appendChild(button);
button.addEventListener('click',function(){
var up=head.getAttribute('aria-sort')==='descending';
table.querySelectorAll('th').forEach(function(other){other.removeAttribute('aria-sort');});
head.setAttribute('aria-sort',up?'ascending':'descending');
var body=table.tBodies[0];
function key(row){var cell=row.cells[column];var value=cell.getAttribute('data-value');return value===null?cell.textContent:parseFloat(value);}
Array.from(body.rows).sort(function(a,b){var x=key(a),y=key(b);var order=x<y?-1:x>y?1:0;return up?order:-order;})
.forEach(function(row){body.appendChild(row);});});});});
document.querySelectorAll('.map svg[data-side]').forEach(function(map){
var side=+map.getAttribute('data-side'),block=+map.getAttribute('data-block'),ranks=+map.getAttribute('data-ranks');
var left=+map.getAttribute('data-left'),top=+map.getAttribute('data-top'),size=+map.getAttribute('data-size')/side;
var verb=map.getAttribute('data-verb'),cells={};
map.getAttribute('data-cells').split('|').forEach(function(one){var part=one.split(',');cells[part[0]+','+part[1]]=part.slice(2).join(',');});
var readout=map.parentNode.querySelector('.readout');
var cursor=document.createElementNS('http://www.w3.org/2000/svg','rect');
cursor.setAttribute('class','cursor');cursor.setAttribute('width',size);cursor.setAttribute('height',size);
cursor.setAttribute('visibility','hidden');map.appendChild(cursor);
var row=0,column=0;
readout.className='hint';
readout.textContent='Point at a cell, or walk over the map with the arrow keys.';
function group(at){var first=at*block,last=Math.min(ranks,first+block)-1;return last>first?'ranks '+first+'-'+last:'rank '+first;}
function go(toRow,toColumn){row=Math.max(0,Math.min(side-1,toRow));column=Math.max(0,Math.min(side-1,toColumn));
cursor.setAttribute('x',left+column*size);cursor.setAttribute('y',top+row*size);cursor.setAttribute('visibility','visible');
readout.className='readout';
readout.textContent=verb.replace('{from}',group(row)).replace('{to}',group(column)).replace('{amount}',cells[row+','+column]||'nothing');}
map.setAttribute('tabindex','0');
map.addEventListener('focus',function(){go(row,column);});
map.addEventListener('keydown',function(event){var step={ArrowUp:[-1,0],ArrowDown:[1,0],ArrowLeft:[0,-1],ArrowRight:[0,1]}[event.key];
if(step){event.preventDefault();go(row+step[0],column+step[1]);}});
function point(event){var box=map.getBoundingClientRect(),scale=map.viewBox.baseVal.width/box.width;
var x=(event.clientX-box.left)*scale-left,y=(event.clientY-box.top)*scale-top;
if(x>=0&&y>=0&&x<side*size&&y<side*size){go(Math.floor(y/size),Math.floor(x/size));}}
map.addEventListener('mousemove',point);map.addEventListener('click',point);});
})();
